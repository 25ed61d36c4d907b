package dev.tern.server.job;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.app.limits.ServerLimit;
import dev.tern.error.TernException;
import dev.tern.files.AtomicFile;
import dev.tern.files.OwnerFiles;
import dev.tern.server.front.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores jobs on disk. Each job has a folder, named by its id, with the payload and the job itself
 * as {@code job.json}. Files and folders are synced before a job counts as accepted, so a folder
 * without {@code job.json} belongs to no accepted job. Bytes are reserved before they are written.
 * No text of a caller becomes a path. Thread-safe for different jobs.
 */
final class JobSpool {
    private static final Logger LOG = LoggerFactory.getLogger(JobSpool.class);
    private static final String JOB = "job.json";
    private static final String PAYLOAD = "payload";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Path folder;
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final Map<String, Long> sizes = new ConcurrentHashMap<>();

    /** Creates the spool of a folder, with a maximum of bytes of all payloads. */
    JobSpool(Path folder, long max) {
        this.folder = folder;
        this.maxBytes = max;
    }

    Path payload(Job job) {
        return folder(job).resolve(PAYLOAD);
    }

    private Path folder(Job job) {
        return folder.resolve(job.id());
    }

    boolean hasPayload(Job job) {
        return Files.exists(payload(job));
    }

    long payloadBytes(Job job) {
        return sizes.getOrDefault(job.id(), 0L);
    }

    /** Returns the path of one of several files, whose names the payload lists. */
    static Path file(Path payload, int number) {
        return payload.resolveSibling(PAYLOAD + "-" + number);
    }

    /**
     * Receives one of several files of a job; {@link #receive(Job, InputStream)} then
     * receives the list of their names.
     *
     * @param number the index of the file, from 0
     * @throws Problem if the spool is full
     * @throws TernException if it cannot be written
     */
    void receive(Job job, int number, InputStream content) {
        receive(job, file(payload(job), number), content);
    }

    /** Receives a file; after a failure nothing of it is kept, but files received earlier are. */
    private void receive(Job job, Path to, InputStream content) {
        long before = payloadBytes(job);
        boolean whole = false;
        try {
            OwnerFiles.folders(folder(job));
            copy(job, to, content);
            whole = true;
        } catch (IOException e) {
            throw TernException.store("the upload cannot be stored in the server's folder: " + e.getMessage(), e);
        } finally {
            if (!whole) {
                putBack(job, to, before);
            }
        }
    }

    /** Removes a file that was received in part; the rest of the payload stays. */
    private void putBack(Job job, Path file, long before) {
        try {
            Files.deleteIfExists(file);
            if (list(folder(job)).isEmpty()) {
                deleteJob(job);
                return;
            }
            bytes.addAndGet(before - payloadBytes(job));
            sizes.put(job.id(), before);
        } catch (IOException e) {
            LOG.warn("the upload of job {} cannot be removed: {}", job.id(), e.toString());
        }
    }

    /**
     * Receives the payload of a job; {@link #accept} then stores the job itself.
     *
     * @throws Problem if the spool is full
     * @throws TernException if it cannot be written
     */
    void receive(Job job, InputStream content) {
        receive(job, payload(job), content);
    }

    private void copy(Job job, Path to, InputStream content) throws IOException {
        try (FileChannel out = OwnerFiles.create(to)) {
            byte[] buffer = new byte[1 << 16];
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                reserve(job, read);
                ByteBuffer part = ByteBuffer.wrap(buffer, 0, read);
                while (part.hasRemaining()) {
                    out.write(part);
                }
            }
            out.force(true);
        }
    }

    private void reserve(Job job, long more) {
        if (bytes.addAndGet(more) > maxBytes) {
            bytes.addAndGet(-more);
            throw Problem.unavailable(
                    "the waiting uploads fill the limit" + ServerLimit.SPOOL_BYTES.settingSuffix(), 30);
        }
        sizes.merge(job.id(), more, Long::sum);
    }

    /** Writes the state of a job, or throws; a failure or a crash leaves the previous state. */
    void write(Job job) {
        try {
            AtomicFile.write(folder(job).resolve(JOB), true, to -> {
                to.write(JSON.writeValueAsBytes(job));
                return job;
            });
        } catch (TernException e) {
            throw unwritten(e);
        }
    }

    private static TernException unwritten(Exception cause) {
        return TernException.store("a job cannot be written to the server's folder: " + cause.getMessage(), cause);
    }

    /**
     * Stores a job whose payload has been received. Afterwards, the job survives a crash.
     *
     * @throws TernException if it cannot be written; the payload is then deleted
     */
    void accept(Job job) {
        boolean there = false;
        try {
            write(job);
            AtomicFile.forceFolder(folder);
            there = true;
        } catch (IOException e) {
            throw unwritten(e);
        } finally {
            if (!there) {
                deleteJob(job);
            }
        }
    }

    void deletePayload(Job job) {
        try {
            for (Path file : list(folder(job))) {
                if (isPayload(file)) {
                    Files.deleteIfExists(file);
                }
            }
            uncount(job);
        } catch (IOException e) {
            LOG.warn("the upload of job {} cannot be removed: {}", job.id(), e.toString());
        }
    }

    private void uncount(Job job) {
        Long size = sizes.remove(job.id());
        bytes.addAndGet(size == null ? 0 : -size);
    }

    void deleteJob(Job job) {
        try {
            deleteFolder(folder(job));
            uncount(job);
        } catch (IOException e) {
            LOG.warn("job {} cannot be removed: {}", job.id(), e.toString());
        }
    }

    /** Deletes a job's folder with its files, the payload first. */
    private static void deleteFolder(Path place) throws IOException {
        Files.deleteIfExists(place.resolve(PAYLOAD));
        for (Path file : list(place)) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(place);
    }

    private static boolean isPayload(Path file) {
        return file.getFileName().toString().startsWith(PAYLOAD);
    }

    private static List<Path> list(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /**
     * Returns the jobs of an earlier run in order of arrival. Payloads without a job and partial
     * writes are deleted; an unreadable job is logged and left alone.
     */
    List<Job> loadJobs() {
        List<Job> jobs = new ArrayList<>();
        try {
            OwnerFiles.folders(folder);
            AtomicFile.forceFolder(folder.toAbsolutePath().getParent());
            for (Path place : list(folder)) {
                if (ID.matcher(place.getFileName().toString()).matches() && Files.isDirectory(place)) {
                    loadJobs(place).ifPresent(jobs::add);
                }
            }
        } catch (IOException e) {
            throw TernException.operator("the jobs in the server's folder " + folder + " cannot be read: " + e, e);
        }
        jobs.sort(Comparator.comparingLong(Job::number).thenComparing(Job::requestTime));
        return jobs;
    }

    private Optional<Job> loadJobs(Path place) throws IOException {
        if (!Files.exists(place.resolve(JOB))) {
            LOG.info("{} holds an upload whose job was not accepted; it is removed", place);
            deleteFolder(place);
            return Optional.empty();
        }
        try {
            Job job = JSON.readValue(Files.readAllBytes(place.resolve(JOB)), Job.class);
            job.requestTime();
            for (Path file : list(place)) {
                if (isPayload(file)) {
                    long size = Files.size(file);
                    sizes.merge(job.id(), size, Long::sum);
                    bytes.addAndGet(size);
                } else if (!file.endsWith(JOB)) {
                    Files.delete(file);
                }
            }
            return Optional.of(job);
        } catch (IOException | RuntimeException e) {
            LOG.error(
                    "the job in {} cannot be read and is skipped: {} has its upload; send that again, and remove the"
                            + " folder",
                    place,
                    PAYLOAD,
                    e);
            return Optional.empty();
        }
    }
}

package dev.tern.server.job;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs on disk: a folder for each, named by its id, with the job as JSON and what was sent for it. What was sent goes when
 * the job is over. Nothing that a caller says becomes a path. Thread-safe for different jobs.
 */
final class Spool {
    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);
    private static final String JOB = "job.json";
    private static final String PAYLOAD = "payload";
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private final Path folder;

    Spool(Path folder) {
        this.folder = folder;
    }

    /** Where the payload of a job is. */
    Path payload(Job job) {
        return folder.resolve(job.id()).resolve(PAYLOAD);
    }

    /**
     * Keeps a new job with what was sent for it.
     *
     * @param most the most bytes that are taken
     * @return whether all of it was taken; if not, nothing is kept
     */
    boolean keep(Job job, InputStream content, long most) throws IOException {
        create(job);
        long left = most + 1;
        try (OutputStream out = Files.newOutputStream(payload(job))) {
            byte[] buffer = new byte[1 << 16];
            for (int read = content.read(buffer); read >= 0 && left > 0; read = content.read(buffer)) {
                out.write(buffer, 0, (int) Math.min(read, left));
                left -= read;
            }
        } catch (IOException | RuntimeException e) {
            forget(job);
            throw e;
        }
        if (left <= 0) {
            forget(job);
            return false;
        }
        write(job);
        return true;
    }

    private void create(Job job) throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    folder.resolve(job.id()),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(folder.resolve(job.id()));
        }
    }

    /** Writes how a job stands; a crash leaves what was written before. */
    void write(Job job) {
        Path place = folder.resolve(job.id());
        Path written = place.resolve(JOB + ".new");
        try {
            Files.write(written, JSON.writeValueAsBytes(job));
            Files.move(written, place.resolve(JOB), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw TernException.store("a job cannot be written to the server's folder: " + e.getMessage(), e);
        }
    }

    /** Writes how a job ended, and lets go of what was sent for it. */
    void end(Job job) {
        write(job);
        try {
            Files.deleteIfExists(payload(job));
        } catch (IOException e) {
            LOG.warn("what was sent for job {} cannot be removed: {}", job.id(), e.toString());
        }
    }

    /** Removes all of a job. */
    void forget(Job job) {
        Path place = folder.resolve(job.id());
        try {
            for (String name : List.of(PAYLOAD, JOB + ".new", JOB)) {
                Files.deleteIfExists(place.resolve(name));
            }
            Files.deleteIfExists(place);
        } catch (IOException e) {
            LOG.warn("job {} cannot be removed: {}", job.id(), e.toString());
        }
    }

    /** The jobs of an earlier run, oldest first; one that was begun and never whole is thrown away. */
    List<Job> found() {
        List<Job> jobs = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return jobs;
        }
        try (Stream<Path> places = Files.list(folder)) {
            for (Path place : places.filter(Files::isDirectory).toList()) {
                read(place).ifPresent(jobs::add);
            }
        } catch (IOException e) {
            throw TernException.store("the jobs in the server's folder cannot be read: " + e.getMessage(), e);
        }
        jobs.sort(java.util.Comparator.comparing(Job::created));
        return jobs;
    }

    private static Optional<Job> read(Path place) {
        try {
            return Optional.of(JSON.readValue(place.resolve(JOB).toFile(), Job.class));
        } catch (IOException e) {
            LOG.warn("the job in {} cannot be read and is left alone: {}", place.getFileName(), e.toString());
            return Optional.empty();
        }
    }

    /** The bytes of what waits. */
    long bytes(List<Job> jobs) {
        long sum = 0;
        for (Job job : jobs) {
            try {
                Path payload = payload(job);
                sum += Files.exists(payload) ? Files.size(payload) : 0;
            } catch (IOException e) {
                LOG.debug("job {} has gone meanwhile", job.id(), e);
            }
        }
        return sum;
    }
}

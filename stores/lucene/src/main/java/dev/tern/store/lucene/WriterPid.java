package dev.tern.store.lucene;

import dev.tern.files.OwnerFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file beside Lucene's lock with the id of the process that holds the lock.
 *
 * <p>The operating system releases the lock when the process ends, but the file stays if the
 * process is killed. So the file also holds the process's start time, and is trusted only while a
 * process with that id and start time runs.
 */
final class WriterPid {
    private static final Logger LOG = LoggerFactory.getLogger(WriterPid.class);
    static final String FILE = "writer.pid";

    private WriterPid() {}

    /** Writes the id and start time of this process, which holds the lock, if the disk allows. */
    static void write(Path graph) {
        ProcessHandle self = ProcessHandle.current();
        try {
            OwnerFiles.write(graph.resolve(FILE), self.pid() + " " + started(self) + "\n");
        } catch (IOException e) {
            // A full disk must not keep a writer from deleting files.
            LOG.debug("no file of the writer in {}", graph, e);
        }
    }

    /** Deletes the file; only for a process that holds the lock. */
    static void delete(Path graph) {
        try {
            Files.deleteIfExists(graph.resolve(FILE));
        } catch (IOException e) {
            LOG.debug("the file of a writer stays in {}; the next writer replaces it", graph, e);
        }
    }

    /**
     * Returns the id of the process in the file; empty if there is no file or the process has
     * ended.
     */
    static Optional<Long> holder(Path graph) {
        try {
            String[] parts = Files.readString(graph.resolve(FILE), StandardCharsets.UTF_8)
                    .strip()
                    .split(" ", 2);
            long pid = Long.parseLong(parts[0]);
            return ProcessHandle.of(pid)
                    .filter(process -> process.isAlive()
                            && parts.length == 2
                            && started(process).equals(parts[1]))
                    .map(ProcessHandle::pid);
        } catch (IOException | NumberFormatException e) {
            // Missing or truncated: the process is unknown.
            return Optional.empty();
        }
    }

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }
}

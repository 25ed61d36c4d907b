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

    /** Writes the id and start time of this process, which holds the lock. */
    static void write(Path graph) throws IOException {
        OwnerFiles.write(graph.resolve(FILE), note());
    }

    /**
     * Deletes the file if it names this process. The file of another process, which may hold the
     * lock by now, stays.
     */
    static void deleteOwn(Path graph) {
        try {
            Path file = graph.resolve(FILE);
            if (Files.exists(file) && Files.readString(file).equals(note())) {
                Files.delete(file);
            }
        } catch (IOException e) {
            LOG.debug("the note of a writer stays in {}; it names a process that has ended", graph, e);
        }
    }

    private static String note() {
        ProcessHandle self = ProcessHandle.current();
        return self.pid() + " " + started(self) + "\n";
    }

    /**
     * Returns the id of the process in the file; empty if there is no file or the process has
     * ended.
     */
    static Optional<Long> holder(Path graph) {
        try {
            String[] note = Files.readString(graph.resolve(FILE), StandardCharsets.UTF_8)
                    .strip()
                    .split(" ", 2);
            long pid = Long.parseLong(note[0]);
            return ProcessHandle.of(pid)
                    .filter(process -> process.isAlive()
                            && note.length == 2
                            && started(process).equals(note[1]))
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

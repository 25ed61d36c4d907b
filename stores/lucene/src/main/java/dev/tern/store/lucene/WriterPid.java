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
 * A note beside Lucene's lock that says which process holds it.
 *
 * <p>The lock is the operating system's and goes with the process that held it; the note stays behind when a process is
 * killed. So it also says when the process started, and is believed only while a process of that id and that start runs.
 */
final class WriterPid {
    private static final Logger LOG = LoggerFactory.getLogger(WriterPid.class);
    static final String FILE = "writer.pid";

    private WriterPid() {}

    /** Notes the id of this process; call it while holding the lock. */
    static void write(Path graph) throws IOException {
        OwnerFiles.write(graph.resolve(FILE), note());
    }

    /** Removes the note of this process, and leaves that of a process which has taken the lock since. */
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

    /** The living process that noted itself, if there is one. */
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
            // Not there, or half written: the process is unknown.
            return Optional.empty();
        }
    }

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }
}

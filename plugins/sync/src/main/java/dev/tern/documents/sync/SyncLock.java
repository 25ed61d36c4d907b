package dev.tern.documents.sync;

import dev.tern.error.TernException;
import dev.tern.files.ProcessLock;
import dev.tern.files.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A lock of this machine against concurrent runs of a source; released on exit. */
public final class SyncLock implements AutoCloseable {
    private final ProcessLock lock;

    private SyncLock(ProcessLock lock) {
        this.lock = lock;
    }

    /**
     * Takes the lock of a source, without waiting.
     *
     * @param directory the directory of Tern's files on this machine
     * @param graph identifies the graph and its store
     * @param source the name of the source
     * @throws TernException the user's fault, if another run holds it; the operator's, if its file
     *     cannot be written
     */
    public static SyncLock acquire(Path directory, String graph, String source) {
        Path file = directory.resolve("sync-" + Sha256.name(graph + "\n" + source, 8) + ".lock");
        try {
            Files.createDirectories(directory);
            return new SyncLock(ProcessLock.tryTake(file)
                    .orElseThrow(() -> TernException.user("another run on this machine is synchronising the source \""
                            + source + "\": wait for its end, or stop it")));
        } catch (IOException e) {
            throw TernException.operator("the lock " + file + " cannot be taken: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw TernException.operator("a lock cannot be released: " + e.getMessage(), e);
        }
    }
}

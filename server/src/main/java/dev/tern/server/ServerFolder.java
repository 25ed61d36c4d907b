package dev.tern.server;

import dev.tern.error.TernException;
import dev.tern.files.OwnerFiles;
import dev.tern.files.ProcessLock;
import java.io.IOException;
import java.nio.file.Path;

/** Locks the folder of jobs for one server: a second would run its jobs twice. */
final class ServerFolder implements AutoCloseable {
    private final ProcessLock lock;

    private ServerFolder(ProcessLock lock) {
        this.lock = lock;
    }

    /**
     * Locks a folder, which is created if missing.
     *
     * @throws TernException the user's fault, if another server has it; the operator's, if its lock
     *     cannot be written
     */
    static ServerFolder take(Path folder) {
        Path file = folder.resolve("server.lock");
        try {
            OwnerFiles.folders(folder);
            return new ServerFolder(ProcessLock.tryTake(file)
                    .orElseThrow(() -> TernException.user("another server of this machine keeps its jobs in "
                            + folder.toAbsolutePath() + ": stop it, or choose another folder (cache.directory)")));
        } catch (IOException e) {
            throw TernException.operator(
                    "the lock " + file + " cannot be taken: " + e.getMessage()
                            + "; cache.directory chooses another place for the server's jobs",
                    e);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw TernException.operator("the lock of the server's folder cannot be given back: " + e.getMessage(), e);
        }
    }
}

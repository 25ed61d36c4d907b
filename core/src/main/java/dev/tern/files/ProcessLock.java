package dev.tern.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A file lock with one holder on a machine, released when the process ends. Thread-safe. */
public final class ProcessLock implements AutoCloseable {
    /**
     * The lock files that this process holds. A second channel to one of them is never opened: by
     * POSIX, closing any channel to a file releases all locks of the process on the file.
     */
    private static final Set<Path> HELD_LOCKS = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private ProcessLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock if it is free; does not wait.
     *
     * @param file created if missing, in an existing folder; paths to one folder through symbolic
     *     links are the same lock
     * @return empty if another process or this process holds the lock
     * @throws IOException if the folder is missing, or the file is a link or cannot be opened
     */
    public static Optional<ProcessLock> tryTake(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path folder = Objects.requireNonNull(absolute.getParent(), "a lock is a file in a folder");
        Path real = folder.toRealPath().resolve(absolute.getFileName());
        if (!HELD_LOCKS.add(real)) {
            return Optional.empty();
        }
        FileChannel channel = null;
        boolean locked = false;
        try {
            channel = OwnerFiles.open(real, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            locked = isLocked(channel);
            return locked ? Optional.of(new ProcessLock(real, channel)) : Optional.empty();
        } finally {
            if (!locked) {
                release(real, channel);
            }
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Other code in this process has locked the file.
            return false;
        }
    }

    private static void release(Path file, @Nullable FileChannel channel) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            HELD_LOCKS.remove(file);
        }
    }

    /** Releases the lock; a second call does nothing, even if there is another holder by then. */
    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            release(file, channel);
        }
    }
}

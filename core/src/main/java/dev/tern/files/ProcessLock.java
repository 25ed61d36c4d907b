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

/** A lock that one holder on a machine has, by a file. It ends with the process. Taking it is thread-safe. */
public final class ProcessLock implements AutoCloseable {
    /**
     * The files of the locks that this process has. A fact about the process, hence static: closing any channel of a file drops
     * all locks that the process has on it (POSIX), so a second channel must not be opened.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private ProcessLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock if it is free, and does not wait.
     *
     * @param file is made where it is missing, in a folder that is there; two paths to one file are one lock
     * @return empty if another process has it, or this one
     * @throws IOException if the file cannot be opened
     */
    public static Optional<ProcessLock> tryTake(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path folder = Objects.requireNonNull(absolute.getParent(), "a lock is a file in a folder");
        Path real = folder.toRealPath().resolve(absolute.getFileName());
        if (!HELD.add(real)) {
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
            // Of other code in this process.
            return false;
        }
    }

    private static void release(Path file, @Nullable FileChannel channel) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            HELD.remove(file);
        }
    }

    /** Gives the lock back; a second call does nothing, also where another holder has it by then. */
    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            release(file, channel);
        }
    }
}

package dev.tern.documents.sync;

import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** That on this machine one process at a time brings a graph into step with a source. It ends with the process. */
public final class SyncLock implements AutoCloseable {
    /**
     * The files of the locks that this process has. A fact about the process, hence static: closing any channel of a file drops
     * all locks that the process has on it (POSIX), so a second channel must not be opened.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private SyncLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock of a source.
     *
     * @param directory where files of Tern are kept on this machine
     * @param graph which graph, with its store
     * @param source the name of the source
     * @throws TernException the user's fault, if another run has it; the operator's, if its file cannot be written
     */
    public static SyncLock take(Path directory, String graph, String source) {
        byte[] digest = Sha256.digest().digest((graph + "\n" + source).getBytes(StandardCharsets.UTF_8));
        Path file = directory.resolve("sync-" + HexFormat.of().formatHex(digest, 0, 8) + ".lock");
        try {
            Files.createDirectories(directory);
            Path real = directory.toRealPath().resolve(file.getFileName());
            FileChannel channel = HELD.add(real) ? locked(real) : null;
            if (channel == null) {
                throw TernException.user("another run of this machine is bringing the source \"" + source
                        + "\" into step: wait for its end, or stop it");
            }
            return new SyncLock(real, channel);
        } catch (IOException e) {
            throw TernException.operator("the lock " + file + " cannot be taken: " + e.getMessage(), e);
        }
    }

    /** The channel of a file that is locked by it; null if another process has the lock. */
    private static @Nullable FileChannel locked(Path file) throws IOException {
        FileChannel channel = null;
        boolean locked = false;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            locked = tried(channel) != null;
            return locked ? channel : null;
        } finally {
            if (!locked) {
                close(file, channel);
            }
        }
    }

    private static void close(Path file, @Nullable FileChannel channel) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            HELD.remove(file);
        }
    }

    private static @Nullable FileLock tried(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            close(file, channel);
        } catch (IOException e) {
            throw TernException.operator("a lock cannot be given back: " + e.getMessage(), e);
        }
    }
}

package dev.tern.files;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Writes files atomically and readable by the owner only, where the file system supports both: to a
 * temporary file, which is forced to disk and then renamed. A symbolic link with the file's name is
 * replaced, not followed. A later write to the same name removes the temporary files of killed
 * processes.
 */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * A function that writes the content of a file.
     *
     * @param <T> the type of its result
     */
    @FunctionalInterface
    public interface Content<T> {
        /** Writes the content and returns a result; closing the stream has no effect. */
        T write(OutputStream to) throws IOException;
    }

    /**
     * Writes a file and returns the result of the function.
     *
     * @param replace true to replace an existing file
     * @throws TernException if the file is a folder, exists and must not be replaced, or cannot be
     *     written
     */
    public static <T> T write(Path file, boolean replace, Content<T> content) {
        requireFree(file, replace);
        Path absolute = file.toAbsolutePath();
        Path begun = OwnerFiles.partOf(absolute);
        try {
            T result = write(begun, content);
            requireFree(file, replace);
            move(begun, absolute);
            forceFolder(absolute.getParent());
            return result;
        } catch (NoSuchFileException e) {
            throw TernException.user("there is no folder " + absolute.getParent() + " to write " + file + " to", e);
        } catch (IOException e) {
            throw TernException.store(file + " cannot be written: " + e.getMessage(), e);
        } finally {
            delete(begun, absolute);
        }
    }

    private static void requireFree(Path file, boolean replace) {
        if (Files.isDirectory(file)) {
            throw TernException.user(file + " is a folder");
        }
        if (!replace && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw TernException.user(file + " exists already; it is replaced only with --force");
        }
    }

    private static <T> T write(Path begun, Content<T> content) throws IOException {
        try (FileChannel channel = OwnerFiles.create(begun);
                OutputStream to = Channels.newOutputStream(channel)) {
            T result = content.write(new UnclosedStream(to));
            channel.force(true);
            return result;
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Forces the directory entries of a folder to disk, such as the new name of a file. Does
     * nothing for null or for a folder that cannot be opened, as on Windows. An interrupt does not
     * stop the call and stays set.
     *
     * @throws IOException if the disk fails
     */
    public static void forceFolder(@Nullable Path folder) throws IOException {
        boolean interrupted = false;
        try {
            while (folder != null && !isForced(folder)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns false if an interrupt came before the directory entries were forced to disk. */
    private static boolean isForced(Path folder) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (IOException e) {
            // The system cannot open folders. The content is on disk, under its new name or the old
            // one.
            return true;
        }
        try (channel) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        }
    }

    private static void delete(Path begun, Path file) {
        try {
            Files.deleteIfExists(begun);
            OwnerFiles.deleteAbandoned(file);
        } catch (IOException e) {
            // An earlier failure is thrown instead; the name shows that the file is temporary.
        }
    }

    /** A stream that ignores {@code close}, so that the file can be forced to disk afterwards. */
    private static final class UnclosedStream extends OutputStream {
        private final OutputStream to;

        UnclosedStream(OutputStream to) {
            this.to = to;
        }

        @Override
        public void write(int b) throws IOException {
            to.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            to.write(bytes, offset, length);
        }
    }
}

package dev.tern.documents;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A folder whose files are opened without following any symbolic link, not even one that has
 * replaced a folder of the path since it was listed. Thread-safe.
 *
 * <p>Where the system can open a name relative to an open folder, as on Linux and macOS, each name
 * of a path is opened in its parent. Elsewhere the real path is checked before and after opening,
 * which misses a folder that is a link only in between.
 */
final class RootFolder {
    private static final String LINKED = "a folder of its path is now a link, which is not followed";

    /** The real path of the folder from which paths are opened. */
    private final Path base;

    private final @Nullable Object key;
    private final boolean opensRelative;
    /** The path from the base to this folder; empty if they are the same. */
    private final Path below;

    private RootFolder(Path base, Path below, boolean opensRelative) throws IOException {
        this.base = base;
        this.below = below;
        this.key = Files.readAttributes(base, BasicFileAttributes.class).fileKey();
        this.opensRelative = opensRelative;
    }

    /** Returns a folder that a user named, which may itself be a link. */
    static RootFolder of(Path folder) throws IOException {
        Path real = folder.toRealPath();
        return new RootFolder(real, emptyPath(real), opensRelative(real));
    }

    /** Returns a folder that compares real paths, as on systems without relative opening. */
    static RootFolder ofComparedPaths(Path folder) throws IOException {
        Path real = folder.toRealPath();
        return new RootFolder(real, emptyPath(real), false);
    }

    /** Returns a folder, opened through the first given folder that contains it, if any. */
    static Optional<RootFolder> containing(List<Path> others, Path folder) throws IOException {
        Path real = folder.toRealPath();
        for (Path other : others) {
            if (Files.isDirectory(other) && real.startsWith(other.toRealPath())) {
                Path base = other.toRealPath();
                return Optional.of(new RootFolder(base, base.relativize(real), opensRelative(base)));
            }
        }
        return Optional.empty();
    }

    private static boolean opensRelative(Path folder) throws IOException {
        try (DirectoryStream<Path> opened = Files.newDirectoryStream(folder)) {
            return opened instanceof SecureDirectoryStream;
        }
    }

    private static Path emptyPath(Path path) {
        return path.getFileSystem().getPath("");
    }

    /** Returns the path of this folder relative to itself. */
    Path self() {
        return emptyPath(base);
    }

    /** Returns the real path that the folder had when it was named. */
    Path realPath() {
        return base.resolve(below);
    }

    /** Returns the attributes of a file, a folder or a link. */
    BasicFileAttributes attributes(Path relative) throws IOException {
        Path path = below.resolve(relative);
        if (!opensRelative) {
            return openCompared(
                    path,
                    absolute -> Files.readAttributes(absolute, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        }
        try (SecureDirectoryStream<Path> folder = openFolder(parentOf(path))) {
            return attributes(folder, path.getFileName());
        }
    }

    /**
     * Opens a file to read it.
     *
     * @throws FileSystemException if it is a link, a pipe, a folder or a device
     */
    InputStream open(Path relative) throws IOException {
        return Channels.newInputStream(channel(relative));
    }

    /** Opens a file as {@link #open} does, to read it more than once. */
    SeekableByteChannel channel(Path relative) throws IOException {
        Path path = below.resolve(relative);
        if (!opensRelative) {
            return openCompared(path, absolute -> {
                requireFile(
                        absolute, Files.readAttributes(absolute, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
                return Files.newByteChannel(absolute, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            });
        }
        try (SecureDirectoryStream<Path> folder = openFolder(parentOf(path))) {
            Path name = path.getFileName();
            requireFile(name, attributes(folder, name));
            return folder.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        }
    }

    /** Throws unless a file is regular: opening a pipe, for instance, could block forever. */
    private static void requireFile(Path path, BasicFileAttributes attributes) throws IOException {
        if (!attributes.isRegularFile()) {
            throw new FileSystemException(path.toString(), null, "it is not a file");
        }
    }

    /**
     * Lists the names in a folder.
     *
     * @throws IOException if not all names could be listed
     */
    void list(Path relative, Consumer<Path> names) throws IOException {
        Path path = below.resolve(relative);
        try (DirectoryStream<Path> children =
                opensRelative ? openFolder(path) : openCompared(path.resolve("."), Files::newDirectoryStream)) {
            children.forEach(child -> names.accept(child.getFileName()));
        } catch (DirectoryIteratorException e) {
            throw e.getCause() == null ? new IOException(e) : e.getCause();
        }
    }

    private static Path parentOf(Path path) {
        Path parent = path.getParent();
        return parent == null ? emptyPath(path) : parent;
    }

    /** Opens a folder below the base, name by name. */
    private SecureDirectoryStream<Path> openFolder(Path path) throws IOException {
        SecureDirectoryStream<Path> folder = openedBase();
        for (Path name : path) {
            if (name.toString().isEmpty()) {
                continue;
            }
            try (SecureDirectoryStream<Path> above = folder) {
                if (attributes(above, name).isSymbolicLink()) {
                    throw new FileSystemException(path.toString(), null, LINKED);
                }
                folder = above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
            }
        }
        return folder;
    }

    @SuppressWarnings("StreamResourceLeak") // the caller closes it
    private SecureDirectoryStream<Path> openedBase() throws IOException {
        SecureDirectoryStream<Path> folder = (SecureDirectoryStream<Path>) Files.newDirectoryStream(base);
        try {
            requireBase(
                    folder.getFileAttributeView(BasicFileAttributeView.class).readAttributes());
            return folder;
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private void requireBase(BasicFileAttributes now) throws IOException {
        if (!Objects.equals(now.fileKey(), key)) {
            throw new FileSystemException(base.toString(), null, "another folder is now in the place of " + base);
        }
    }

    private static BasicFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        return folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    private interface Opening<T> {
        T of(Path absolute) throws IOException;
    }

    /** Opens a path, if its parent is in the base before and after opening. */
    private <T> T openCompared(Path path, Opening<T> opening) throws IOException {
        Path absolute = base.resolve(path);
        requireInside(absolute);
        T opened = opening.of(absolute);
        try {
            requireInside(absolute);
            return opened;
        } catch (IOException e) {
            if (opened instanceof Closeable closeable) {
                closeable.close();
            }
            throw e;
        }
    }

    private void requireInside(Path absolute) throws IOException {
        requireBase(Files.readAttributes(base, BasicFileAttributes.class));
        if (!parentOf(absolute).toRealPath().startsWith(base)) {
            throw new FileSystemException(absolute.toString(), null, LINKED);
        }
    }
}

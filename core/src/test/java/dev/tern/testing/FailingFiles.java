package dev.tern.testing;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of a folder on a failing disk: it fails at one step or, once full, at every step that
 * needs space; and it tracks data not forced to disk yet. Thread-safe.
 */
public final class FailingFiles extends FileSystemProvider {
    private final FileSystemProvider real;
    private final FileSystem files;
    private final int failing;
    private final boolean full;
    private final Set<Path> unforced = new HashSet<>();
    private int steps;

    /**
     * Creates a disk.
     *
     * @param failing the step that fails, from 1: creating, writing, forcing, renaming or removing
     *     something
     * @param full true to fail, from then on, at all steps that need space
     */
    public FailingFiles(Path folder, int failing, boolean full) {
        this.real = folder.getFileSystem().provider();
        this.files = new Files(folder.getFileSystem());
        this.failing = failing;
        this.full = full;
    }

    /** Returns a path on this disk. */
    public Path of(Path path) {
        return (Path) Proxy.newProxyInstance(
                Path.class.getClassLoader(), new Class<?>[] {Path.class}, (proxy, method, given) -> {
                    if (method.getName().equals("getFileSystem")) {
                        return files;
                    }
                    return wrapped(call(method, path, given));
                });
    }

    private static @Nullable Object call(Method method, Path path, Object @Nullable [] given) throws Throwable {
        Object[] arguments = given == null ? new Object[0] : Arrays.copyOf(given, given.length);
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = arguments[i] instanceof Path one ? real(one) : arguments[i];
        }
        try {
            return method.invoke(path, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private @Nullable Object wrapped(@Nullable Object result) {
        return result instanceof Path one ? of(one) : result;
    }

    private static Path real(Path path) {
        return path.getFileSystem() instanceof Files files ? files.real.getPath(path.toString()) : path;
    }

    /** Returns true after the failing step. */
    public synchronized boolean hasFailed() {
        return steps >= failing;
    }

    /** Returns the files and folders whose changes would not survive a power cut. */
    public synchronized Set<Path> unforced() {
        return Set.copyOf(unforced);
    }

    synchronized void changed(Path place) {
        unforced.add(place);
    }

    synchronized void forced(Path place) {
        unforced.remove(place);
    }

    private void named(Path place) {
        Path folder = real(place).toAbsolutePath().getParent();
        if (folder != null) {
            changed(folder);
        }
    }

    /** Counts a step; fails if it is its turn. */
    synchronized void step(boolean needsRoom) throws IOException {
        if (full ? needsRoom && ++steps >= failing : ++steps == failing) {
            throw new IOException(full ? "No space left on device" : "Input/output error");
        }
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        boolean writes = options.contains(StandardOpenOption.WRITE);
        if (writes) {
            step(true);
        }
        FileChannel channel = real.newFileChannel(real(path), options, attributes);
        if (writes) {
            named(path);
        }
        return new FailingChannel(channel, real(path).toAbsolutePath(), this);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return real.newByteChannel(real(path), options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> stream = real.newDirectoryStream(real(folder), filter);
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> entries = stream.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return entries.hasNext();
                    }

                    @Override
                    public Path next() {
                        return of(entries.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                stream.close();
            }
        };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        step(true);
        real.createDirectory(real(folder), attributes);
        named(folder);
    }

    @Override
    public void delete(Path path) throws IOException {
        step(false);
        real.delete(real(path));
        forced(real(path).toAbsolutePath());
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        step(false);
        real.move(real(source), real(target), options);
        moved(real(source).toAbsolutePath(), real(target).toAbsolutePath());
    }

    private synchronized void moved(Path source, Path target) {
        unforced.remove(target);
        if (unforced.remove(source)) {
            unforced.add(target);
        }
        named(target);
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        step(true);
        real.copy(real(source), real(target), options);
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return real.isSameFile(real(one), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return real.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return real.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return real.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return real.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return real.readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        real.setAttribute(real(path), attribute, value, options);
    }

    @Override
    public String getScheme() {
        return "failing";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return files;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    private final class Files extends FileSystem {
        private final FileSystem real;

        private Files(FileSystem real) {
            this.real = real;
        }

        @Override
        public FileSystemProvider provider() {
            return FailingFiles.this;
        }

        @Override
        public void close() {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return real.getSeparator();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return real.getRootDirectories();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return real.getFileStores();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return real.supportedFileAttributeViews();
        }

        @Override
        public Path getPath(String first, String... more) {
            return of(real.getPath(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            return real.getPathMatcher(pattern);
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            return real.getUserPrincipalLookupService();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}

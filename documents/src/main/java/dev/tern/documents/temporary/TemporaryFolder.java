package dev.tern.documents.temporary;

import dev.tern.files.ProcessLock;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder of temporary files, removed when closed. A lock file beside the folder shows that its
 * process is running. The folders that killed processes of the same user left are removed by {@link
 * #deleteAbandoned} and whenever a folder is created.
 */
public final class TemporaryFolder implements AutoCloseable {
    private static final String OURS = "tern-";
    private static final String LOCK = ".tern-lock";

    private final Path path;
    private final ProcessLock held;

    private TemporaryFolder(Path path, ProcessLock held) {
        this.path = path;
        this.held = held;
    }

    /**
     * Creates a folder, readable by its owner only, in the system's folder of temporary files.
     *
     * @param kind a part of the folder's name
     */
    public static TemporaryFolder make(String kind) throws IOException {
        return make(system(), kind);
    }

    static TemporaryFolder make(Path parent, String kind) throws IOException {
        while (true) {
            Path path = Files.createTempDirectory(parent, OURS + kind + "-");
            Optional<ProcessLock> lock = ProcessLock.tryTake(lockOf(path));
            // Another process may have removed the folder before the lock was taken.
            if (lock.isPresent() && Files.exists(lockOf(path)) && Files.exists(path)) {
                deleteAbandoned(parent, Files.getOwner(path));
                return new TemporaryFolder(path, lock.get());
            }
            if (lock.isPresent()) {
                lock.get().close();
            }
        }
    }

    /** Removes the folders that killed processes of this user left, as far as possible. */
    public static void deleteAbandoned() {
        deleteAbandoned(system());
    }

    static void deleteAbandoned(Path parent) {
        try {
            make(parent, "sweep").close();
        } catch (IOException e) {
            // The next call that creates a temporary folder reports the problem.
            return;
        }
    }

    private static void deleteAbandoned(Path parent, UserPrincipal owner) {
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(parent, OURS + "*" + LOCK)) {
            for (Path lock : locks) {
                sweepOne(lock, owner);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The remains are harmless except for their size.
            return;
        }
    }

    private static void sweepOne(Path file, UserPrincipal owner) {
        String name = file.toString();
        Path folder = Path.of(name.substring(0, name.length() - LOCK.length()));
        try {
            // A folder of another user might be replaced by a link while it is read.
            Optional<ProcessLock> lock = isOf(owner, file) ? ProcessLock.tryTake(file) : Optional.empty();
            if (lock.isEmpty()) {
                return;
            }
            try {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && isOf(owner, folder)) {
                    delete(folder);
                }
            } finally {
                lock.get().close();
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Another process has just removed the files.
            return;
        }
    }

    private static boolean isOf(UserPrincipal owner, Path file) throws IOException {
        return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(owner);
    }

    private static Path system() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static Path lockOf(Path folder) {
        return folder.resolveSibling(folder.getFileName() + LOCK);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the lock file, beside the folder. */
    public Path lock() {
        return lockOf(path);
    }

    /**
     * Removes the folder with its content and its lock file.
     *
     * @throws IOException if a part of them cannot be removed
     */
    @Override
    public void close() throws IOException {
        try {
            delete(path);
        } finally {
            held.close();
            Files.deleteIfExists(lock());
        }
    }
}

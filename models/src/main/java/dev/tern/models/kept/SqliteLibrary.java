package dev.tern.models.kept;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/** Unpacks SQLite's native library once, not at every start. */
public final class SqliteLibrary {
    /** The system property with the prepared directory, which the model in process reads, too. */
    private static final String PREPARED_PROPERTY = "tern.natives";

    private static final String FOLDER_PROPERTY = "org.sqlite.lib.path";

    private SqliteLibrary() {}

    /**
     * Writes the library for this machine into a directory, replacing an existing one.
     *
     * @throws IOException if it cannot be written, or there is no library for this machine
     */
    public static void prepare(Path directory) throws IOException {
        Path folder = folder(directory);
        Files.createDirectories(folder);
        String name = LibraryLoaderUtil.getNativeLibName();
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
        unpack(JDBC.class.getResourceAsStream(resource), resource, folder.resolve(name));
    }

    /**
     * Copies a resource to a file and closes it. Replaces the file atomically, because another
     * process may run from the old file.
     *
     * @throws FileNotFoundException if there is no such resource
     */
    public static void unpack(@Nullable InputStream resource, String name, Path target) throws IOException {
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try (resource) {
            if (resource == null) {
                throw new FileNotFoundException(name);
            }
            Files.copy(resource, part, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Points SQLite to the prepared library of this version, unless a directory is configured. */
    static void usePrepared() {
        String prepared = System.getProperty(PREPARED_PROPERTY);
        if (prepared == null || System.getProperty(FOLDER_PROPERTY) != null) {
            return;
        }
        Path folder = folder(Path.of(prepared));
        if (Files.exists(folder.resolve(LibraryLoaderUtil.getNativeLibName()))) {
            System.setProperty(FOLDER_PROPERTY, folder.toString());
        }
    }

    /** Returns the folder of this version; another version's library would fail when called. */
    private static Path folder(Path directory) {
        return directory.toAbsolutePath().resolve("sqlite-" + SQLiteJDBCLoader.getVersion());
    }
}

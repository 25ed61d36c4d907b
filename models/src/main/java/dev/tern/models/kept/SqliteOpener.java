package dev.tern.models.kept;

import dev.tern.files.OwnerFiles;
import dev.tern.files.ProcessLock;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.JDBC;

/**
 * Creates and opens a SQLite file, and moves it aside if it is damaged. An instance is confined to
 * one thread. While it opens or moves the file, a lock file excludes other threads and processes.
 */
final class SqliteOpener {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteOpener.class);
    private static final int MAX_DAMAGED = 9;

    private final Path file;
    private final SqliteSchema schema;
    private final Duration lockWait;
    /** The file system's key of the file that was last opened; null if unsupported. */
    private @Nullable Object opened;

    SqliteOpener(Path file, SqliteSchema schema, Duration lockWait) {
        this.file = file.toAbsolutePath();
        this.schema = schema;
        this.lockWait = lockWait;
    }

    Path file() {
        return file;
    }

    /** Opens the file, and creates it if it does not exist. */
    PreparedStatements open() throws SQLException, IOException {
        OwnerFiles.folders(folder());
        ProcessLock lock = lock();
        try (lock) {
            return openLocked();
        }
    }

    /** Moves a damaged file aside, unless another process has done so. */
    void putAside(SQLException damage) throws IOException {
        ProcessLock lock = lock();
        try (lock) {
            if (!Files.exists(file) || !Objects.equals(key(), opened)) {
                return;
            }
            Path aside = asidePath();
            // The log is moved too: a new file beside the old log would read its pages.
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            moveIfThere("-wal", aside);
            moveIfThere("-shm", aside);
            LOG.warn(
                    "{} was damaged ({}): it is now {}, and a new one is started",
                    file,
                    damage.getMessage(),
                    aside.getFileName());
        }
    }

    private PreparedStatements openLocked() throws SQLException, IOException {
        try {
            OwnerFiles.create(file).close();
        } catch (FileAlreadyExistsException usual) {
            // Another thread or process has created the file.
        }
        opened = key();
        SqliteLibrary.usePrepared();
        Properties properties = new Properties();
        properties.setProperty("busy_timeout", Long.toString(lockWait.toMillis()));
        PreparedStatements statements =
                new PreparedStatements(JDBC.createConnection("jdbc:sqlite:" + file, properties));
        try {
            prepare(statements);
            return statements;
        } catch (SQLException e) {
            statements.close();
            throw e;
        }
    }

    private void prepare(PreparedStatements statements) throws SQLException {
        long version = statements.number("PRAGMA user_version");
        if (version > schema.version()) {
            throw new SQLException(file + " was written by a newer Tern (format " + version + ", this one knows "
                    + schema.version() + ")");
        }
        if (version == 0) {
            // This pragma has no effect after the first write.
            statements.execute("PRAGMA auto_vacuum=INCREMENTAL");
        }
        statements.execute(
                "PRAGMA journal_mode=WAL",
                "PRAGMA synchronous=NORMAL",
                "PRAGMA journal_size_limit=16777216",
                "PRAGMA cell_size_check=ON",
                "PRAGMA trusted_schema=OFF",
                // If another process truncated a mapped file, this one would crash.
                "PRAGMA mmap_size=0");
        if (version == 0) {
            statements.execute("BEGIN IMMEDIATE");
            statements.execute(schema.tables().toArray(String[]::new));
            statements.execute("PRAGMA user_version=" + schema.version(), "COMMIT");
        }
    }

    private Path asidePath() {
        Path aside = file.resolveSibling(file.getFileName() + ".damaged");
        for (int i = 2; schema.precious() && Files.exists(aside) && i <= MAX_DAMAGED; i++) {
            aside = file.resolveSibling(file.getFileName() + ".damaged-" + i);
        }
        return aside;
    }

    private void moveIfThere(String suffix, Path aside) throws IOException {
        Path from = file.resolveSibling(file.getFileName() + suffix);
        if (Files.exists(from)) {
            Files.move(from, aside.resolveSibling(aside.getFileName() + suffix), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private ProcessLock lock() throws IOException {
        Path path = file.resolveSibling(file.getFileName() + ".lock");
        long deadline = System.nanoTime() + lockWait.toNanos();
        Optional<ProcessLock> lock = ProcessLock.tryTake(path);
        while (lock.isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new IOException(path + " was locked for " + lockWait.toMillis() + " ms");
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                throw new IOException("interrupted while waiting for " + path, e);
            }
            lock = ProcessLock.tryTake(path);
        }
        return lock.get();
    }

    private Path folder() {
        Path folder = file.getParent();
        if (folder == null) {
            throw new IllegalStateException(file + " lies nowhere");
        }
        return folder;
    }

    private @Nullable Object key() throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }
}

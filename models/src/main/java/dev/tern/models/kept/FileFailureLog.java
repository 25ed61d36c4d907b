package dev.tern.models.kept;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.sqlite.SQLiteErrorCode;

/**
 * Logs a file's failures, the first of each kind as a warning. Callers skip the file while {@link
 * #resting}, so that they do not wait again for a lock of another process. Thread-safe.
 */
final class FileFailureLog {
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final Logger log;
    private final InstantSource clock;
    private final String consequence;
    private final Set<String> loggedReasons = ConcurrentHashMap.newKeySet();
    private final AtomicLong restUntilMillis = new AtomicLong(Long.MIN_VALUE);

    /** Creates a log of a file's failures; {@code consequence} ends each warning. */
    FileFailureLog(Logger log, InstantSource clock, String consequence) {
        this.log = log;
        this.clock = clock;
        this.consequence = consequence;
    }

    /** Returns true for 30 s after a failure, unless {@link #forget} has been called. */
    boolean resting() {
        return clock.millis() < restUntilMillis.get();
    }

    void forget() {
        restUntilMillis.set(Long.MIN_VALUE);
    }

    void log(SqliteFile file, SQLException failure) {
        restUntilMillis.set(clock.millis() + PAUSE.toMillis());
        String reason = reason(failure);
        if (loggedReasons.add(reason)) {
            log.warn("{} {}: {}", file.path(), reason, consequence);
        }
        log.debug("{}", file.path(), failure);
    }

    /** Returns the reason for a failure, as the predicate of a sentence about the file. */
    static String reason(SQLException failure) {
        int code = SqliteFile.code(failure);
        if (code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_LOCKED.code) {
            return "is locked by another process";
        }
        if (code == SQLiteErrorCode.SQLITE_FULL.code) {
            return "cannot grow, the disk is full";
        }
        if (code == SQLiteErrorCode.SQLITE_READONLY.code || code == SQLiteErrorCode.SQLITE_CANTOPEN.code) {
            return "cannot be written";
        }
        Throwable cause = failure.getCause();
        return "cannot be used (" + (cause == null ? failure.getMessage() : reason(cause)) + ")";
    }

    private static String reason(Throwable cause) {
        if (cause instanceof AccessDeniedException) {
            return "no permission";
        }
        return cause instanceof FileSystemException file && file.getReason() != null
                ? file.getReason().toLowerCase(Locale.ROOT)
                : cause.toString();
    }
}

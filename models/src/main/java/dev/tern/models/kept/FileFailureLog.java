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
 * Logs each kind of problem with a file once. After a problem the file is skipped for 30 s, so that
 * calls do not wait again and again for a lock of another process. Thread-safe.
 */
final class FileFailureLog {
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final Logger log;
    private final InstantSource clock;
    private final String consequence;
    private final Set<String> loggedReasons = ConcurrentHashMap.newKeySet();
    private final AtomicLong restUntilMillis = new AtomicLong(Long.MIN_VALUE);

    /** Creates a log of one file's failures; {@code consequence} ends its warnings. */
    FileFailureLog(Logger log, InstantSource clock, String consequence) {
        this.log = log;
        this.clock = clock;
        this.consequence = consequence;
    }

    /** Returns true if the file has to be skipped now. */
    boolean resting() {
        return clock.millis() < restUntilMillis.get();
    }

    void forget() {
        restUntilMillis.set(Long.MIN_VALUE);
    }

    /** Logs a failure, once for each reason, and starts a pause. */
    void log(SqliteFile file, SQLException failure) {
        restUntilMillis.set(clock.millis() + PAUSE.toMillis());
        String reason = reason(failure);
        if (loggedReasons.add(reason)) {
            log.warn("{} {}: {}", file.path(), reason, consequence);
        }
        log.debug("{}", file.path(), failure);
    }

    /** Returns the reason of a failure in words, the same for all failures of one kind. */
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

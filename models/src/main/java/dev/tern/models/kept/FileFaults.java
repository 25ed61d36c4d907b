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
 * Logs each problem with a file once, then has the file skipped for half a minute, so that calls do not wait again and again for a
 * lock that another process holds. Thread-safe.
 */
final class FileFaults {
    private static final Duration REST = Duration.ofSeconds(30);

    private final Logger log;
    private final InstantSource clock;
    private final String consequence;
    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final AtomicLong restUntilMillis = new AtomicLong(Long.MIN_VALUE);

    /**
     * Starts without a problem.
     *
     * @param consequence the end of the warning: what happens because of the problem
     */
    FileFaults(Logger log, InstantSource clock, String consequence) {
        this.log = log;
        this.clock = clock;
        this.consequence = consequence;
    }

    /** Whether the file is to be skipped for now. */
    boolean resting() {
        return clock.millis() < restUntilMillis.get();
    }

    /** Ends the pause: the file is tried again at once. */
    void forget() {
        restUntilMillis.set(Long.MIN_VALUE);
    }

    /** Logs a failure, the first time that its reason occurs, and starts a pause. */
    void saw(SqliteFile file, SQLException failure) {
        restUntilMillis.set(clock.millis() + REST.toMillis());
        String reason = reason(failure);
        if (said.add(reason)) {
            log.warn("{} {}: {}", file.path(), reason, consequence);
        }
        log.debug("{}", file.path(), failure);
    }

    /** A reason in words, the same for failures of one kind. */
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

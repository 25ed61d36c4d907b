package dev.tern.documents;

import dev.tern.error.TernException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many parser processes run at once, for all loads of a loader: each has a heap of
 * {@link LoadLimit#PARSER_MEGABYTES}. First come, first served. Thread-safe.
 */
final class ParserPlaces {
    private final Semaphore free;
    private final LoadLimits limits;

    ParserPlaces(LoadLimits limits) {
        this.limits = limits;
        this.free = new Semaphore((int) limits.of(LoadLimit.PARSERS), true);
    }

    /**
     * Waits for a place, as long as a document may take.
     *
     * @throws TernException if none came free
     */
    void take() throws InterruptedException {
        long seconds = limits.of(LoadLimit.SECONDS);
        if (!free.tryAcquire(seconds, TimeUnit.SECONDS)) {
            throw TernException.store("for " + seconds + " s no process was free to parse a document: "
                    + LoadLimits.number(limits.of(LoadLimit.PARSERS)) + " may run at once (load.parsers)");
        }
    }

    /** For the next in line. */
    void giveBack() {
        free.release();
    }
}

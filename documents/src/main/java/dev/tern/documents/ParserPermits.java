package dev.tern.documents;

import dev.tern.error.TernException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limits the concurrent parser processes of a loader; fair to waiting threads. Thread-safe. */
final class ParserPermits {
    private final Semaphore free;
    private final LoadLimits limits;

    ParserPermits(LoadLimits limits) {
        this.limits = limits;
        this.free = new Semaphore((int) limits.of(LoadLimit.PARSERS), true);
    }

    /**
     * Acquires a permit, waiting up to {@link LoadLimit#SECONDS}.
     *
     * @throws TernException if the wait times out
     */
    void acquire() throws InterruptedException {
        long seconds = limits.of(LoadLimit.SECONDS);
        if (!free.tryAcquire(seconds, TimeUnit.SECONDS)) {
            throw TernException.store("no parser process was free for " + seconds + " s: "
                    + LoadLimits.number(limits.of(LoadLimit.PARSERS)) + " may run at once (load.parsers)");
        }
    }

    void giveBack() {
        free.release();
    }
}

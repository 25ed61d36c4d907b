package dev.tern.transfer.scan;

import java.util.concurrent.CancellationException;

/** Stops work that is no longer wanted; stores themselves may take long to notice. */
public final class Cancellation {
    private Cancellation() {}

    /**
     * Lets a thread go on that is not interrupted.
     *
     * @param doing what is stopped, as "reading the graph"
     * @throws CancellationException if the thread is interrupted
     */
    public static void check(String doing) {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while " + doing);
        }
    }
}

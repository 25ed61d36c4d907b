package dev.tern.transfer.scan;

import java.util.concurrent.CancellationException;

/** Stops cancelled work; stores themselves may take long to notice an interrupt. */
public final class Cancellation {
    private Cancellation() {}

    /**
     * Throws if the thread is interrupted.
     *
     * @param doing the activity that stops, as "reading the graph"
     * @throws CancellationException if the thread is interrupted
     */
    public static void check(String doing) {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while " + doing);
        }
    }
}

package dev.tern.transfer.scan;

import java.util.concurrent.CancellationException;

/** Stops interrupted work between reads and writes, as a store may notice interrupts late. */
public final class Cancellation {
    private Cancellation() {}

    /**
     * Throws if the thread is interrupted.
     *
     * @param doing the activity that stops, such as "reading the graph"
     * @throws CancellationException if the thread is interrupted
     */
    public static void check(String doing) {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while " + doing);
        }
    }
}

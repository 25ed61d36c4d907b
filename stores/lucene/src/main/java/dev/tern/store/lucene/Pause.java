package dev.tern.store.lucene;

import java.util.concurrent.CancellationException;

/**
 * A point in long computations that yields to other threads and throws after an interrupt: they
 * would else block the few carriers of virtual threads. Not thread-safe.
 */
final class Pause {
    private static final long STEPS = 1 << 12;

    private long steps;

    /**
     * Counts steps of about a hundred nanoseconds each.
     *
     * @throws CancellationException if the thread was interrupted
     */
    void after(long done) {
        steps += done;
        if (steps >= STEPS) {
            steps = 0;
            now();
        }
    }

    // Virtual threads are not preempted: only yielding frees a carrier.
    @SuppressWarnings("ThreadPriorityCheck")
    static void now() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while reading the graph");
        }
        if (Thread.currentThread().isVirtual()) {
            Thread.yield();
        }
    }
}

package dev.tern.store.lucene;

import java.util.concurrent.CancellationException;

/**
 * Makes a long computation yield to other virtual threads, and end when it is interrupted. Without
 * it, searches would block the few carrier threads. Not thread-safe.
 */
final class InterruptPoint {
    private static final long STEPS = 1 << 12;

    private long steps;

    /**
     * Counts steps of about 100 ns each, and calls {@link #checkpoint} when at least 4,096 have
     * been counted since the last time.
     *
     * @throws CancellationException if the thread was interrupted
     */
    void after(long done) {
        steps += done;
        if (steps >= STEPS) {
            steps = 0;
            checkpoint();
        }
    }

    // Virtual threads are not preempted: only yielding frees a carrier.
    @SuppressWarnings("ThreadPriorityCheck")
    static void checkpoint() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while reading the graph");
        }
        if (Thread.currentThread().isVirtual()) {
            Thread.yield();
        }
    }
}

package dev.tern.store.lucene;

import java.util.concurrent.CancellationException;

/**
 * A point in long work at which other threads have their turn, and at which work ends that nothing waits for any more: threads
 * that only compute would hold the few threads of the system that carry virtual ones, and see no interrupt. Not thread-safe.
 */
final class Pause {
    private static final long STEPS = 1 << 12;

    private long steps;

    /**
     * Some steps of the work, of about a hundred nanoseconds each, are done.
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

    // The scheduler of virtual threads takes no processor away from one that computes; only yielding does.
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

package dev.tern.ingest;

import dev.tern.error.TernException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is to change a graph: that of one who makes and writes batches, or of another change, in the order in which they came.
 * Thread-safe.
 */
final class WriteTurn {
    private final Semaphore permit = new Semaphore(1, true);
    private volatile @Nullable Thread maker;

    /** Waits for the turn to make and write batches. */
    void take() {
        permit.acquireUninterruptibly();
    }

    /** The turn has ended. */
    void leave() {
        permit.release();
    }

    /** Whether others wait for it. */
    boolean isWaitedFor() {
        return permit.hasQueuedThreads();
    }

    /** Notes which thread makes a batch in the present turn; null for none any more. */
    void madeBy(@Nullable Thread thread) {
        maker = thread;
    }

    /**
     * Makes a change in a turn of its own. At once, if it is asked for by a listener of the batch that is being made, which would wait
     * for itself.
     *
     * @throws TernException if the thread is interrupted while it waits; nothing has been changed then
     */
    <T> T change(Supplier<T> change) {
        if (Thread.currentThread().equals(maker)) {
            return change.get();
        }
        try {
            permit.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("a change of the graph was interrupted before it began; nothing was changed", e);
        }
        try {
            return change.get();
        } finally {
            permit.release();
        }
    }
}

package dev.tern.store.lucene;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Something of a commit that is worked out by whoever asks first, and known from then on. Thread-safe. */
final class Once<T> {
    private final ReentrantLock working = new ReentrantLock();
    private volatile @Nullable T known;

    /** Works it out. */
    interface Work<T> {
        T done() throws IOException;
    }

    /**
     * What it is.
     *
     * @throws CancellationException if the thread is interrupted
     */
    T of(Work<T> work) throws IOException {
        T before = known;
        if (before != null) {
            return before;
        }
        try {
            working.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while reading the graph");
        }
        try {
            T done = known == null ? work.done() : known;
            known = done;
            return done;
        } finally {
            working.unlock();
        }
    }
}

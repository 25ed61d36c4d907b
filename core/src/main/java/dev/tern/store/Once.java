package dev.tern.store;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A value that the first thread to ask works out, and that is known from then on; others wait for it meanwhile. Thread-safe.
 *
 * @param <T> the value
 */
public final class Once<T> {
    private final ReentrantLock working = new ReentrantLock();
    private volatile @Nullable T known;

    /**
     * What works the value out.
     *
     * @param <X> what it throws; {@link RuntimeException} if nothing checked
     */
    @FunctionalInterface
    public interface Work<T, X extends Exception> {
        /** Works the value out. */
        T done() throws X;
    }

    /** The value, if it was worked out before. */
    public Optional<T> ifKnown() {
        return Optional.ofNullable(known);
    }

    /**
     * The value, worked out now if it is not known.
     *
     * @throws CancellationException if the thread is interrupted while another one works
     */
    public <X extends Exception> T of(Work<T, X> work) throws X {
        T before = known;
        if (before != null) {
            return before;
        }
        try {
            working.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for the store");
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

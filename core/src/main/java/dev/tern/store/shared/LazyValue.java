package dev.tern.store.shared;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A value computed by the first thread that needs it, while other threads that need it wait. If the
 * computation fails, the next thread computes the value. Thread-safe.
 *
 * @param <T> the type of the value
 */
public final class LazyValue<T> {
    private final ReentrantLock working = new ReentrantLock();
    private volatile @Nullable T known;

    /**
     * A computation of the value.
     *
     * @param <X> the checked exception that it throws; {@link RuntimeException} for none
     */
    @FunctionalInterface
    public interface Computation<T, X extends Exception> {
        T compute() throws X;
    }

    /** Returns the value, if it was computed before. */
    public Optional<T> ifKnown() {
        return Optional.ofNullable(known);
    }

    /**
     * Returns the value, computing it if necessary.
     *
     * @throws CancellationException if the value is unknown and the thread is interrupted before it
     *     can compute the value
     */
    public <X extends Exception> T of(Computation<T, X> work) throws X {
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
            T done = known == null ? work.compute() : known;
            known = done;
            return done;
        } finally {
            working.unlock();
        }
    }
}

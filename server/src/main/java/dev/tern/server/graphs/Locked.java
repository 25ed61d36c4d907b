package dev.tern.server.graphs;

import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs actions while their thread holds a lock. */
public final class Locked {
    private Locked() {}

    /** Runs an action under a lock. */
    public static void run(Lock lock, Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the result of an action under a lock. */
    public static <T extends @Nullable Object> T get(Lock lock, Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}

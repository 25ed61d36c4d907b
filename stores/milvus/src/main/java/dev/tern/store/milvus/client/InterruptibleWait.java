package dev.tern.store.milvus.client;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for a time or for a request, until the thread is interrupted. */
public final class InterruptibleWait {
    private InterruptibleWait() {}

    /**
     * Sleeps for some time.
     *
     * @throws CancellationException if the thread is interrupted
     */
    public static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /**
     * Waits for a request and returns its result.
     *
     * @throws RuntimeException the exception of the request
     * @throws CancellationException if the thread is interrupted
     */
    public static <T> T result(Future<T> request) {
        try {
            return request.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException("a request failed", e.getCause());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Restores the interrupt of the thread and returns the exception for it. */
    public static CancellationException interrupted() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted while waiting for Milvus");
    }
}

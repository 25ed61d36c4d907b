package dev.tern.store.milvus.client;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waiting for Milvus, which an interrupt of the thread ends. */
public final class Waiting {
    private Waiting() {}

    /**
     * Waits for some time.
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
     * What a request brings, once it has ended.
     *
     * @throws RuntimeException what the request threw
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

    /** The exception for an interrupt that was caught; the thread is marked as interrupted again. */
    public static CancellationException interrupted() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted while waiting for Milvus");
    }
}

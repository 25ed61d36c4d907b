package dev.tern.store.milvus.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Runs requests concurrently, a bounded number at a time. Not thread-safe. */
public final class ConcurrentRequests {
    private final Semaphore free;
    private final List<Future<?>> tasks = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean failed;

    public ConcurrentRequests(int parallel) {
        free = new Semaphore(parallel);
    }

    /**
     * Waits while the maximum number of requests run, and then starts the request on a new thread.
     * Does nothing after a request has failed.
     *
     * @throws CancellationException if the thread is interrupted; running requests are cancelled
     */
    public void run(Runnable request) {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            threads.shutdownNow();
            threads.close();
            throw InterruptibleWait.interrupted();
        }
        if (failed) {
            free.release();
            return;
        }
        tasks.add(threads.submit(() -> {
            try {
                request.run();
            } catch (RuntimeException | Error e) {
                failed = true;
                throw e;
            } finally {
                free.release();
            }
        }));
    }

    /**
     * Waits for all requests. If one fails, cancels the others and throws its exception; if the
     * thread is interrupted, cancels all and throws a {@link CancellationException}.
     */
    public void await() {
        try {
            tasks.forEach(InterruptibleWait::result);
        } catch (RuntimeException e) {
            threads.shutdownNow();
            throw e;
        } finally {
            // Waits for the end of cancelled requests, so that none writes afterwards.
            threads.close();
        }
    }
}

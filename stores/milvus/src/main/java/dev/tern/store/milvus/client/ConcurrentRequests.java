package dev.tern.store.milvus.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/** Runs requests concurrently, a bounded number at a time. Not thread-safe. */
public final class ConcurrentRequests {
    private final Semaphore free;
    private final List<FutureTask<?>> tasks = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
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
            CancellationException interrupted = InterruptibleWait.interrupted();
            stop();
            throw interrupted;
        }
        if (failed) {
            free.release();
            return;
        }
        FutureTask<?> task = new FutureTask<>(
                () -> {
                    try {
                        request.run();
                    } catch (RuntimeException | Error e) {
                        failed = true;
                        throw e;
                    } finally {
                        free.release();
                    }
                },
                null);
        tasks.add(task);
        threads.add(Thread.startVirtualThread(task));
    }

    /**
     * Waits for all requests. If one fails, cancels the others and throws its exception; if the
     * thread is interrupted, cancels all and throws a {@link CancellationException}.
     */
    public void await() {
        for (FutureTask<?> task : tasks) {
            try {
                InterruptibleWait.result(task);
            } catch (RuntimeException e) {
                stop();
                throw e;
            }
        }
    }

    /** Cancels running requests and waits for their end, so that none writes afterwards. */
    private void stop() {
        threads.forEach(Thread::interrupt);
        boolean interrupted = false;
        for (Thread thread : threads) {
            boolean ended = false;
            while (!ended) {
                try {
                    thread.join();
                    ended = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

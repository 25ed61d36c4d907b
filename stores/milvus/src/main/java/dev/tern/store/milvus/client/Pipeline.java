package dev.tern.store.milvus.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/** Requests of which a bounded number is under way at once; for one thread. */
public final class Pipeline {
    private final Semaphore free;
    private final List<FutureTask<?>> tasks = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean failed;

    /** A pipeline without requests. */
    public Pipeline(int parallel) {
        free = new Semaphore(parallel);
    }

    /** Begins a request as soon as there is room for it; does nothing after one has failed. */
    public void run(Runnable request) {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            CancellationException interrupted = Waiting.interrupted();
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

    /** Waits for all requests, and throws what the first that failed threw. */
    public void await() {
        for (FutureTask<?> task : tasks) {
            try {
                Waiting.result(task);
            } catch (RuntimeException e) {
                stop();
                throw e;
            }
        }
    }

    /** Gives up what is under way, and waits until it has ended: nothing is written behind the caller's back. */
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

package dev.tern.store.milvus.write;

import dev.tern.error.TernException;
import dev.tern.store.milvus.client.InterruptibleWait;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the check of a batch, which restores entities that a concurrent removal deleted, in the
 * background; the next write waits for it. Not thread-safe.
 */
final class DeferredCheck {
    private static final Logger LOG = LoggerFactory.getLogger(DeferredCheck.class);

    /** Checks that are not known to have succeeded, oldest first. */
    private final Deque<Runnable> checks = new ArrayDeque<>();

    /** The running or finished task of the first check; null if it has none. */
    private @Nullable FutureTask<?> running;

    /**
     * Waits for the last check, then starts another one in the background.
     *
     * @throws TernException if the last check fails; the next {@link #await} runs both
     */
    void begin(Runnable next) {
        try {
            await();
        } finally {
            checks.add(next);
        }
        FutureTask<?> task = new FutureTask<>(next, null);
        running = task;
        Thread.startVirtualThread(task);
    }

    /**
     * Waits for the check in the background, then runs the queued ones. Repeats the check at once
     * if it failed before this call, or during it with anything but a {@link TernException}.
     *
     * @throws TernException if a check fails; the next call repeats it
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    void await() {
        while (!checks.isEmpty()) {
            FutureTask<?> task = running;
            if (task == null) {
                checks.element().run();
            } else {
                await(task, checks.element());
            }
            running = null;
            checks.remove();
        }
    }

    private static void await(FutureTask<?> task, Runnable again) {
        boolean ended = task.isDone();
        try {
            task.get();
        } catch (ExecutionException e) {
            if (!ended && e.getCause() instanceof TernException failure) {
                // The check has just failed; an immediate retry would wait twice.
                throw failure;
            }
            LOG.debug("the check failed and is retried", e);
            again.run();
        } catch (InterruptedException e) {
            throw InterruptibleWait.interrupted();
        }
    }
}

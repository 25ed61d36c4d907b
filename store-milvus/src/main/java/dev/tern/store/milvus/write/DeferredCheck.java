package dev.tern.store.milvus.write;

import dev.tern.error.TernException;
import dev.tern.store.milvus.client.Waiting;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A check that runs behind a batch while the next one is made, and is awaited before that is written; for one thread at a time. */
final class DeferredCheck {
    private static final Logger LOG = LoggerFactory.getLogger(DeferredCheck.class);

    private @Nullable Runnable check;
    private @Nullable FutureTask<?> running;

    /** Begins a check in the background; the last one has been awaited. */
    void begin(Runnable next) {
        FutureTask<?> task = new FutureTask<>(next, null);
        check = next;
        running = task;
        Thread.startVirtualThread(task);
    }

    /**
     * Waits for the check that was begun, and does it again if it had failed.
     *
     * @throws TernException if it fails now; the next call does it again
     */
    void await() {
        FutureTask<?> task = running;
        Runnable again = check;
        if (task == null || again == null) {
            return;
        }
        boolean ended = task.isDone();
        try {
            task.get();
        } catch (ExecutionException e) {
            if (!ended && e.getCause() instanceof TernException failure) {
                // Just now; to try again at once would be to wait twice.
                throw failure;
            }
            LOG.debug("looking again failed and is tried once more", e);
            again.run();
        } catch (InterruptedException e) {
            throw Waiting.interrupted();
        }
        running = null;
        check = null;
    }
}

package dev.tern.ingest;

import dev.tern.ingest.index.Indexing.PreparedBatch;
import dev.tern.store.GraphBatch;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/** A batch that is written on its own thread while the next batch is prepared. */
final class PendingWrite {
    /** The maximum size in bytes of the vectors of a batch beside which another is prepared. */
    private static final long MAX_BYTES_BESIDE = 32 << 20;

    private final GraphBatch batch;
    private final Consumer<PreparedBatch> stored;
    private final FutureTask<PreparedBatch> task;
    private final Thread thread;

    /**
     * Starts to write on a new thread.
     *
     * @param batch the batch as first prepared
     * @param writing writes the batch, and returns the batch that was written
     * @param stored called with the written batch by {@link #awaitEnd}
     */
    PendingWrite(GraphBatch batch, Callable<PreparedBatch> writing, Consumer<PreparedBatch> stored) {
        this.batch = batch;
        this.stored = stored;
        this.task = new FutureTask<>(writing);
        this.thread = Thread.ofPlatform().name("tern-write").daemon().start(task);
    }

    GraphBatch batch() {
        return batch;
    }

    /** Returns true if the batch is too large for another one beside it in memory. */
    boolean isLarge() {
        long vectors = (long) batch.passages().size()
                + batch.relationVectors().size()
                + batch.entityVectors().size();
        return vectors * batch.dimension() * Float.BYTES > MAX_BYTES_BESIDE;
    }

    boolean isDone() {
        return task.isDone();
    }

    /**
     * Waits until the batch is written, and passes it to {@code stored}. An interrupt is forwarded
     * to the writing thread, and stays set.
     *
     * @throws dev.tern.error.TernException if the batch could not be written
     */
    void awaitEnd() {
        stored.accept(await());
    }

    private PreparedBatch await() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

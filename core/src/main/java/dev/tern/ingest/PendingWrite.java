package dev.tern.ingest;

import dev.tern.ingest.index.Indexing.Indexed;
import dev.tern.store.GraphBatch;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/** A batch that a thread of its own writes, while the next is prepared. For one other thread. */
final class PendingWrite {
    /** The most bytes of vectors of a batch beside which another is prepared, whose vectors are in memory as well. */
    private static final long MAX_BYTES_BESIDE = 32 << 20;

    private final GraphBatch batch;
    private final Consumer<Indexed> stored;
    private final FutureTask<Indexed> task;
    private final Thread thread;

    /**
     * Begins to write on a thread of its own.
     *
     * @param batch the batch as it was prepared first
     * @param writing writes it, and returns what was written
     * @param stored gets that, on the thread that {@linkplain #settle settles}
     */
    PendingWrite(GraphBatch batch, Callable<Indexed> writing, Consumer<Indexed> stored) {
        this.batch = batch;
        this.stored = stored;
        this.task = new FutureTask<>(writing);
        this.thread = Thread.ofPlatform().name("tern-write").daemon().start(task);
    }

    GraphBatch batch() {
        return batch;
    }

    /** Returns whether the next batch is to be prepared only after it. */
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
     * Waits for the end. An interrupt is passed on to the thread that writes.
     *
     * @throws dev.tern.error.TernException if it could not be written
     */
    void settle() {
        stored.accept(await());
    }

    private Indexed await() {
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

package dev.tern.transfer;

import dev.tern.store.GraphBatch;
import dev.tern.store.shared.StoreWriter;
import dev.tern.store.shared.StoreWriter.Draft;
import dev.tern.transfer.scan.Cancellation;
import java.util.ArrayDeque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes the batches of a draft in order on its own thread, while the next ones are read. Documents
 * that other writers of this process write or remove meanwhile are left out. Not thread-safe.
 */
final class BatchWriter implements AutoCloseable {
    /** The maximum number of batches: one being written, one queued. */
    private static final int MAX_CONCURRENT_BATCHES = 2;

    private final StoreWriter target;
    private final Draft draft;
    private final AtomicLong written = new AtomicLong();
    private volatile boolean failed;
    private final ArrayDeque<Future<?>> underWay = new ArrayDeque<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("tern-transfer").factory());

    BatchWriter(StoreWriter target, Draft draft) {
        this.target = target;
        this.draft = draft;
    }

    /**
     * Queues a batch, once there is room for it.
     *
     * @throws RuntimeException the store's exception at an earlier batch; queued batches are then
     *     dropped, and every later call throws it again
     * @throws CancellationException if the calling thread is interrupted
     */
    void write(GraphBatch batch) {
        while (underWay.size() >= MAX_CONCURRENT_BATCHES) {
            awaitOldest();
        }
        underWay.add(thread.submit(() -> {
            // After a failure the next batch would only run into the same timeout.
            if (!failed) {
                failed = true;
                GraphBatch made = target.write(draft, batch::without);
                written.addAndGet(made.passages().size());
                failed = false;
            }
        }));
    }

    /** Waits until all queued batches are written; throws as {@link #write}. */
    void finish() {
        while (!underWay.isEmpty()) {
            awaitOldest();
        }
    }

    long written() {
        return written.get();
    }

    private void awaitOldest() {
        try {
            underWay.getFirst().get();
            underWay.removeFirst();
            // A completed future does not check for an interrupt.
            Cancellation.check("writing the graph");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw new AssertionError("a write throws nothing checked", e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while writing the graph");
        }
    }

    /** Drops the queued batch and waits for the running write, without interrupting it. */
    @Override
    public void close() {
        underWay.forEach(batch -> batch.cancel(false));
        thread.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = thread.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

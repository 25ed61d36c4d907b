package dev.tern.ingest;

import dev.tern.ingest.index.Indexing.Indexed;
import dev.tern.ingest.index.Update;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.RowKind;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one run on their way into the store, one at a time: while one is written, the next is loaded and made. For one
 * thread, which hears of what was written, and of failures, when it settles.
 *
 * <p>What a document replaces is read before its batch is written; a batch of the same document between would stay. So a run makes
 * and writes its batches only while it has its turn among those into the same graph, and makes one beside another only where the
 * other adds rows, takes none away, and holds nothing that the new one replaces.
 */
final class BatchWrites implements AutoCloseable {
    /** Of the vectors of a batch beside which another is made, which then are in memory as well. */
    private static final long MOST_BYTES_BESIDE = 32 << 20;

    private final GraphStore store;
    private final WriteTurn turn;
    /** Whether a batch is being made, and whether one is being written: while either is, this run has its turn. */
    private final AtomicInteger uses = new AtomicInteger();

    private @Nullable UnderWay underWay;

    /**
     * Nothing is on its way yet.
     *
     * @param turn shared by all that change the same graph
     */
    BatchWrites(GraphStore store, WriteTurn turn) {
        this.store = store;
        this.turn = turn;
    }

    private record UnderWay(Indexed indexed, Consumer<Indexed> written, FutureTask<Void> task, Thread thread) {}

    /**
     * Takes the turn to make the batch of an update, after those that wait for it, and once nothing is on its way that the update
     * has to find in the graph.
     *
     * @return the batch beside which it is made, if there is one
     */
    @Nullable
    GraphBatch begin(Update update) {
        if (underWay != null && (turn.isWaitedFor() || !allowsBeside(update, underWay.indexed.batch()))) {
            settle();
        }
        takeTurn();
        turn.madeBy(Thread.currentThread());
        return underWay == null ? null : underWay.indexed.batch();
    }

    /** Ends the making of a batch, whatever became of it. */
    void end() {
        turn.madeBy(null);
        leaveTurn();
    }

    private static boolean allowsBeside(Update update, GraphBatch batch) {
        long vectors = (long) batch.passages().size()
                + batch.relationVectors().size()
                + batch.entityVectors().size();
        return batch.onlyAdds()
                && !update.meets(batch)
                && vectors * batch.dimension() * Float.BYTES <= MOST_BYTES_BESIDE;
    }

    /**
     * Sends a batch on its way, once nothing else is.
     *
     * @param written called when it is stored
     */
    void write(Indexed indexed, Consumer<Indexed> written) {
        FutureTask<Void> task = new FutureTask<>(
                () -> {
                    try {
                        if (!indexed.respelt().isEmpty()) {
                            store.removeRows(RowKind.ENTITY, indexed.respelt());
                        }
                        store.write(indexed.batch());
                    } finally {
                        leaveTurn();
                    }
                },
                null);
        Thread thread = Thread.ofPlatform().name("tern-write").daemon().unstarted(task);
        takeTurn();
        boolean started = false;
        try {
            thread.start();
            started = true;
        } finally {
            if (!started) {
                leaveTurn();
            }
        }
        underWay = new UnderWay(indexed, written, task, thread);
    }

    /** Settles what is stored by now, without a wait. */
    void settleStored() {
        if (underWay != null && underWay.task.isDone()) {
            settle();
        }
    }

    /**
     * Waits until nothing is on its way any more. An interrupt is passed on to the store.
     *
     * @throws dev.tern.error.TernException if it could not be written
     */
    void settle() {
        UnderWay ended = underWay;
        if (ended != null) {
            underWay = null;
            await(ended);
            ended.written.accept(ended.indexed);
        }
    }

    private static void await(UnderWay writing) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    writing.task.get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                    writing.thread.interrupt();
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

    private void takeTurn() {
        if (uses.getAndIncrement() > 0) {
            return;
        }
        try {
            turn.take();
        } catch (IllegalStateException e) {
            uses.decrementAndGet();
            throw e;
        }
    }

    private void leaveTurn() {
        if (uses.decrementAndGet() == 0) {
            turn.leave();
        }
    }

    @Override
    public void close() {
        settle();
    }
}

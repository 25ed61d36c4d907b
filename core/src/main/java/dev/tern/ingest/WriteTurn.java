package dev.tern.ingest;

import dev.tern.error.TernException;
import dev.tern.store.GraphStore;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is to change a graph: that of a run that makes and writes a batch, or of a removal, in the order in which they came. All
 * that change it through one store share it. Thread-safe.
 */
final class WriteTurn {
    /** Which store has which turn is a fact about the process, hence static: several {@link Ingestion}s may change one store. */
    private static final Map<GraphStore, WriteTurn> TURNS = Collections.synchronizedMap(new WeakHashMap<>());

    private final Semaphore permit = new Semaphore(1, true);
    /** In the order in which they began. */
    private final List<Parts> written = new CopyOnWriteArrayList<>();

    private volatile @Nullable Thread maker;

    private WriteTurn() {}

    /** That of a store, as long as the store is in use. */
    static WriteTurn of(GraphStore store) {
        return TURNS.computeIfAbsent(store, absent -> new WriteTurn());
    }

    /** A document that is being written in several batches, others having their turns between. */
    static final class Parts {
        private final String documentId;
        private volatile boolean dropped;

        private Parts(String documentId) {
            this.documentId = documentId;
        }

        String documentId() {
            return documentId;
        }

        /** Whether no further part is to be written: it was removed, or another run writes it. To be asked by the one whose turn it is. */
        boolean dropped() {
            return dropped;
        }

        /** No further part is to be written; to be said by the one whose turn it is. */
        void drop() {
            dropped = true;
        }
    }

    /** The first part of a document is going to be written. */
    Parts begin(String documentId) {
        Parts parts = new Parts(documentId);
        written.add(parts);
        return parts;
    }

    /** The last part of a document was written, or none will be any more. */
    void end(Parts parts) {
        written.remove(parts);
    }

    /**
     * The documents among some that others write in parts, and began before.
     *
     * @param own that of the one who asks; null if it writes no parts, and all others count
     */
    List<Parts> earlier(Set<String> documentIds, @Nullable Parts own) {
        return written.stream()
                .takeWhile(parts -> !parts.equals(own))
                .filter(parts -> documentIds.contains(parts.documentId))
                .toList();
    }

    /**
     * Waits for the turn to make and write batches.
     *
     * @throws CancellationException if the thread is interrupted while it waits
     * @throws IllegalStateException if it is asked for by a listener of the batch that is being made, which would wait for itself
     */
    void take() {
        if (Thread.currentThread().equals(maker)) {
            throw new IllegalStateException(
                    "a listener adds documents to the graph whose next batch waits for it: let it note them, and add"
                            + " them afterwards");
        }
        try {
            permit.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while other changes of the graph were waited for");
        }
    }

    /** The turn has ended. */
    void leave() {
        permit.release();
    }

    /** Whether others wait for it. */
    boolean isWaitedFor() {
        return permit.hasQueuedThreads();
    }

    /** Notes which thread makes a batch in the present turn; null for none any more. */
    void madeBy(@Nullable Thread thread) {
        maker = thread;
    }

    /**
     * Removes documents in a turn of its own. At once, if it is asked for by a listener of the batch that is being made, which would wait
     * for itself: what that batch holds of the documents is written afterwards all the same.
     *
     * @param documentIds looked up when it is the removal's turn
     * @throws TernException if the thread is interrupted while it waits; nothing has been removed then
     */
    int remove(Supplier<Collection<String>> documentIds, ToIntFunction<Collection<String>> removal) {
        if (Thread.currentThread().equals(maker)) {
            return removed(documentIds, removal);
        }
        try {
            permit.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("removing documents was interrupted before it began; nothing was removed", e);
        }
        try {
            return removed(documentIds, removal);
        } finally {
            permit.release();
        }
    }

    /**
     * Does something in a turn of its own; at once, if it is asked for by a listener of the batch
     * that is being made.
     *
     * @throws TernException if the thread is interrupted while it waits; nothing was done then
     */
    void run(Runnable action) {
        remove(List::of, none -> {
            action.run();
            return 0;
        });
    }

    private int removed(Supplier<Collection<String>> documentIds, ToIntFunction<Collection<String>> removal) {
        Set<String> ids = Set.copyOf(documentIds.get());
        int removed = removal.applyAsInt(ids);
        earlier(ids, null).forEach(Parts::drop);
        return removed;
    }
}

package dev.tern.ingest;

import dev.tern.error.TernException;
import dev.tern.ingest.index.Indexing.PreparedBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.RowKind;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The write queue of one graph in this process. Changes are made one at a time, in the order of
 * arrival.
 *
 * <p>No model and no listener is called while a change is made. A batch is prepared before, as a
 * {@link Draft}. If another change affects the draft's documents meanwhile, the batch has to be
 * prepared again. Thread-safe.
 */
final class StoreWriter {
    /** The queues of all graphs; static, since several stores of this process may share a graph. */
    private static final Map<Object, WeakReference<StoreWriter>> WRITERS = new WeakHashMap<>();

    /** A strong reference, which keeps the map's entry as long as this queue is in use. */
    private final Object identity;

    private final ReentrantLock turn = new ReentrantLock(true);
    /** The drafts, oldest first. */
    private final List<Draft> drafts = new CopyOnWriteArrayList<>();

    private StoreWriter(Object identity) {
        this.identity = identity;
    }

    /** Returns the queue of the graph of a store. */
    static StoreWriter of(GraphStore store) {
        synchronized (WRITERS) {
            WeakReference<StoreWriter> known = WRITERS.get(store.identity());
            StoreWriter writer = known == null ? null : known.get();
            if (writer == null) {
                writer = new StoreWriter(store.identity());
                // A put would keep the equal old key, to which nothing refers any more.
                WRITERS.remove(writer.identity);
                WRITERS.put(writer.identity, new WeakReference<>(writer));
            }
            return writer;
        }
    }

    /** The kinds of drafts. */
    enum DraftKind {
        /** Whole documents, which replace their old versions. */
        DOCUMENTS,
        /**
         *  A document in several batches; abandoned if a later version is written or the document
         *  is removed.
         */
        PARTS,
        /** Passages that the graph has already, with new statements. */
        PASSAGES
    }

    /** A change in preparation, during which other changes may be made. */
    static final class Draft {
        private final Object owner;
        private final DraftKind kind;
        private final Set<String> documents;
        private final Set<String> lost = ConcurrentHashMap.newKeySet();
        private final AtomicInteger version = new AtomicInteger();
        private boolean hasBegun;

        private Draft(Object owner, DraftKind kind, Set<String> documents) {
            this.owner = owner;
            this.kind = kind;
            this.documents = documents;
        }

        /**
         * Returns the number of conflicting changes so far. Call this method before reading the
         * graph and calling {@link #lost}.
         */
        int version() {
            return version.get();
        }

        /**
         *  Returns the draft's documents that were removed, or replaced between two parts; they
         *  must not be written.
         */
        Set<String> lost() {
            return lost;
        }

        private boolean meets(Set<String> changed) {
            return documents.isEmpty() || changed.isEmpty() || !Collections.disjoint(documents, changed);
        }

        private void lose(Set<String> changed) {
            if (meets(changed)) {
                changed.stream().filter(documents::contains).forEach(lost::add);
                version.incrementAndGet();
            }
        }
    }

    /**
     * Begins a draft, before the graph is read for it.
     *
     * @param owner has to {@linkplain #end end} the draft, unless the draft is written and its kind
     *     is not {@link DraftKind#PARTS}
     * @param documents the ids of the documents that the draft changes; if empty, the draft may
     *     change any
     */
    Draft begin(Object owner, DraftKind kind, Set<String> documents) {
        Draft draft = new Draft(owner, kind, documents);
        drafts.add(draft);
        return draft;
    }

    /** Ends the drafts of an owner. */
    void end(Object owner) {
        drafts.removeIf(draft -> draft.owner.equals(owner));
    }

    /**
     * Writes a batch, unless other changes conflict with its draft since it was prepared.
     *
     * @param version the {@linkplain Draft#version version} of the draft from which it was prepared
     * @return false if there was a conflict
     * @throws TernException if the thread is interrupted before its turn, so that nothing is
     *     written, or the store fails
     */
    boolean write(GraphStore store, Draft draft, int version, PreparedBatch indexed) {
        return change("writing a batch", () -> {
            if (draft.version() != version) {
                return false;
            }
            if (!indexed.respelt().isEmpty()) {
                store.removeRows(RowKind.ENTITY, indexed.respelt());
            }
            if (!indexed.isEmpty()) {
                store.write(indexed.batch());
            }
            draft.hasBegun = true;
            meet(draft);
            return true;
        });
    }

    private void meet(Draft written) {
        Set<String> changed = new HashSet<>(written.documents);
        changed.removeAll(written.lost);
        boolean earlier = true;
        for (Draft draft : drafts) {
            if (draft == written) {
                earlier = false;
            } else if (draft.kind == DraftKind.PARTS
                    && (written.kind == DraftKind.DOCUMENTS
                            ? draft.hasBegun
                            : written.kind == DraftKind.PARTS && earlier)) {
                // Parts of two versions of a document must not be mixed.
                draft.lose(changed);
            } else if (draft.meets(changed)) {
                draft.version.incrementAndGet();
            }
        }
        if (written.kind != DraftKind.PARTS) {
            drafts.remove(written);
        }
    }

    /**
     * Removes documents. Drafts do not write them afterwards.
     *
     * @param documentIds returns the ids; called when it is the removal's turn
     * @throws TernException if the thread is interrupted before its turn, so that nothing is
     *     removed, or the store fails
     */
    int remove(Supplier<Collection<String>> documentIds, ToIntFunction<Collection<String>> removal) {
        return change("removing documents", () -> {
            Set<String> ids = Set.copyOf(documentIds.get());
            int removed = removal.applyAsInt(ids);
            if (!ids.isEmpty()) {
                drafts.forEach(draft -> draft.lose(ids));
            }
            return removed;
        });
    }

    /**
     * Changes the notes of the graph; all drafts then have to be prepared again.
     *
     * @throws TernException if the thread is interrupted before its turn, so that nothing is
     *     changed, or the store fails
     */
    void changeNotes(Runnable noting) {
        change("changing the notes of a graph", () -> {
            noting.run();
            drafts.forEach(draft -> draft.version.incrementAndGet());
            return true;
        });
    }

    private <T> T change(String what, Supplier<T> change) {
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user(what + " was interrupted before it began; nothing was changed", e);
        }
        try {
            return change.get();
        } finally {
            turn.unlock();
        }
    }
}

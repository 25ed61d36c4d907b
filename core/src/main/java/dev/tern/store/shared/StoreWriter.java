package dev.tern.store.shared;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.note.NamingRules;
import dev.tern.note.Notes;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes to one graph through the graph's write queue in this process. Changes are made one at a
 * time, in the order of arrival; all writers of the graph share the queue.
 *
 * <p>No model and no listener is called while a change is made. A batch that depends on the graph
 * is prepared outside the queue, under a {@link Draft}. If another change affects the draft's
 * documents meanwhile, or any change fails, perhaps partly written, the batch has to be prepared
 * again. Thread-safe.
 */
public final class StoreWriter {
    /** The queues of all graphs; static, since several stores of this process may share a graph. */
    private static final Map<Object, WeakReference<Queue>> QUEUES = new WeakHashMap<>();

    private final GraphStore store;
    private final Queue queue;

    private StoreWriter(GraphStore store, Queue queue) {
        this.store = store;
        this.queue = queue;
    }

    /** A graph's queue; its reference to the identity keeps the entry in the map. */
    private record Queue(Object identity, ReentrantLock turn, List<Draft> drafts, Set<String> removals) {}

    /** Returns a writer to a store, with the queue of its graph. */
    public static StoreWriter of(GraphStore store) {
        Object identity = store.identity();
        synchronized (QUEUES) {
            WeakReference<Queue> known = QUEUES.get(identity);
            Queue queue = known == null ? null : known.get();
            if (queue == null) {
                queue = new Queue(
                        identity, new ReentrantLock(true), new CopyOnWriteArrayList<>(), ConcurrentHashMap.newKeySet());
                // A put would keep the equal old key, to which nothing refers any more.
                QUEUES.remove(identity);
                QUEUES.put(identity, new WeakReference<>(queue));
            }
            return new StoreWriter(store, queue);
        }
    }

    /** The kinds of drafts, by the rows that they change. */
    public enum DraftKind {
        /** Whole documents, which replace their old versions. */
        DOCUMENTS,
        /** A document in several batches; abandoned if a later version or a removal comes. */
        PARTS,
        /** Passages that the graph has already, with new statements. */
        PASSAGES,
        /** The rows of any documents, made again from the graph as it is. */
        REINDEX,
        /**
         * Rows of any documents, for a transfer; documents that other changes, except {@link
         * #PASSAGES} and {@link #REINDEX}, write or remove meanwhile are left out.
         */
        GRAPH
    }

    /** A change in preparation, during which other changes may be made. */
    public static final class Draft {
        private final Object owner;
        private final DraftKind kind;
        private final Set<String> documents;
        private final Set<String> lost = ConcurrentHashMap.newKeySet();
        private final AtomicInteger version = new AtomicInteger();
        private boolean hasBegun;
        /** The rules of notes that were changed since the last write; null if none were. */
        private @Nullable NamingRules newRules;

        private Draft(Object owner, DraftKind kind, Set<String> documents) {
            this.owner = owner;
            this.kind = kind;
            this.documents = documents;
        }

        /**
         * Returns the number of conflicting changes so far. Call this method before reading the
         * graph and calling {@link #lost}.
         */
        public int version() {
            return version.get();
        }

        /**
         * Returns the documents that the draft must no longer write: removed ones, and ones that
         * another draft wrote, by the rules of {@link DraftKind}.
         */
        public Set<String> lost() {
            return lost;
        }

        /**
         * Returns {@link #lost} and clears it; for a draft of {@link DraftKind#REINDEX}, the
         * documents that other changes wrote or removed since the last call. Call {@link #version}
         * before.
         */
        public Set<String> takeLost() {
            Set<String> taken = Set.copyOf(lost);
            lost.removeAll(taken);
            return taken;
        }

        /** Returns true, with a new version, if rules newer than this draft change a passage. */
        private boolean isRenamed(GraphBatch batch) {
            NamingRules rules = newRules;
            newRules = null;
            boolean renamed = rules != null
                    && batch.passages().stream()
                            .map(Embedded::value)
                            .anyMatch(passage -> !rules.canonicalise(passage).equals(passage));
            if (renamed) {
                version.incrementAndGet();
            }
            return renamed;
        }

        private boolean meets(Set<String> changed) {
            return documents.isEmpty() || changed.isEmpty() || !Collections.disjoint(documents, changed);
        }

        private void lose(Set<String> changed) {
            if (meets(changed)) {
                changed.stream()
                        .filter(id -> documents.isEmpty() || documents.contains(id))
                        .forEach(lost::add);
                version.incrementAndGet();
            }
        }
    }

    /**
     * Begins a draft, before the graph is read for it.
     *
     * @param owner has to {@linkplain #end end} the draft; a draft of {@link DraftKind#DOCUMENTS}
     *     or {@link DraftKind#PASSAGES} also ends when it is written
     * @param documents the ids of the documents that the draft changes; if empty, the draft may
     *     change any
     */
    public Draft begin(Object owner, DraftKind kind, Set<String> documents) {
        Draft draft = new Draft(owner, kind, documents);
        queue.drafts.add(draft);
        return draft;
    }

    /** Ends the drafts of an owner. */
    public void end(Object owner) {
        queue.drafts.removeIf(draft -> draft.owner.equals(owner));
    }

    /**
     * Writes a batch, unless other changes conflict with its draft since it was prepared.
     *
     * @param version the {@linkplain Draft#version version} of the draft from which it was prepared
     * @return false if there was a conflict
     * @throws TernException if the thread is interrupted before its turn, so that nothing is
     *     written, or the store fails
     */
    public boolean write(Draft draft, int version, GraphBatch batch) {
        return inTurn("writing a batch", () -> {
            if (draft.version() != version || draft.isRenamed(batch)) {
                return false;
            }
            writeNow(draft, batch);
            return true;
        });
    }

    /**
     * Writes a batch that does not depend on the graph.
     *
     * @param batch creates the batch without the given {@link Draft#lost} documents; called when it
     *     is the write's turn
     * @return the batch that was written
     * @throws TernException as {@link #write(Draft, int, GraphBatch)}
     */
    public GraphBatch write(Draft draft, Function<Set<String>, GraphBatch> batch) {
        return inTurn("writing a batch", () -> {
            GraphBatch made = batch.apply(draft.lost());
            writeNow(draft, made);
            return made;
        });
    }

    private void writeNow(Draft draft, GraphBatch batch) {
        boolean removes = !batch.stalePassageIds().isEmpty();
        if (!batch.isEmpty()) {
            store.write(batch);
        }
        draft.hasBegun = true;
        meet(
                draft,
                removes || !draft.documents.isEmpty()
                        ? draft.documents
                        : batch.passages().stream()
                                .map(Embedded::value)
                                .map(Passage::documentId)
                                .collect(Collectors.toSet()));
    }

    private void meet(Draft written, Set<String> documents) {
        Set<String> changed = new HashSet<>(documents);
        changed.removeAll(written.lost);
        boolean earlier = true;
        for (Draft draft : queue.drafts) {
            if (draft == written) {
                earlier = false;
            } else if (draft.kind == DraftKind.REINDEX
                    || (draft.kind == DraftKind.GRAPH
                            && written.kind != DraftKind.PASSAGES
                            && written.kind != DraftKind.REINDEX)) {
                draft.lose(changed);
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
        if (written.kind == DraftKind.DOCUMENTS || written.kind == DraftKind.PASSAGES) {
            queue.drafts.remove(written);
        }
    }

    /**
     * Removes documents; drafts begun before the removal do not write them.
     *
     * @param documentIds returns the ids; called when it is the removal's turn
     * @return the number of documents that were found
     * @throws TernException if the thread is interrupted before its turn, so that nothing is
     *     removed, or the store fails
     */
    public int remove(Supplier<Collection<String>> documentIds) {
        return inTurn("removing documents", () -> {
            Set<String> ids = Set.copyOf(documentIds.get());
            int removed = store.removeDocuments(ids);
            if (!ids.isEmpty()) {
                queue.drafts.forEach(draft -> draft.lose(ids));
            }
            return removed;
        });
    }

    /**
     * Changes the notes of the graph; drafts whose passages new naming rules change then have to be
     * prepared again.
     *
     * @throws TernException if the thread is interrupted before its turn, so that nothing is
     *     changed, or the store fails
     */
    public void changeNotes(UnaryOperator<Notes> noting) {
        inTurn("changing the notes of a graph", () -> {
            store.changeNotes(present -> {
                Notes changed = noting.apply(present);
                queue.drafts.forEach(draft -> draft.newRules = changed.rules());
                return changed;
            });
            return true;
        });
    }

    /** Returns the live set of ids of notes of removals in progress; callers may change it. */
    public Set<String> removalsUnderWay() {
        return queue.removals;
    }

    /**
     * Makes several changes as one, without changes of other callers between them.
     *
     * @param action the name of the change, as in "removing documents"
     * @param change may read the graph, and change it through this writer and others of the graph;
     *     calls no model
     * @throws TernException if the thread is interrupted before its turn, so that nothing is
     *     changed, or the store fails
     */
    public <T> T inTurn(String action, Supplier<T> change) {
        if (queue.turn.isHeldByCurrentThread()) {
            return change.get();
        }
        try {
            queue.turn.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user(action + " was interrupted before it began; nothing was changed", e);
        }
        try {
            return change.get();
        } catch (RuntimeException | Error e) {
            queue.drafts.forEach(draft -> draft.version.incrementAndGet());
            throw e;
        } finally {
            queue.turn.unlock();
        }
    }
}

package dev.tern.store;

import dev.tern.graph.Filter;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * One graph in a vector database: the SPI of every backend, tested by {@code tests/kit}.
 *
 * <p>A store keeps passages, relations and entities with their vectors, and looks them up. It never
 * embeds and never calls a model. Read directly, it answers each look-up from a view of its own; a
 * query of several look-ups reads from one {@link #view view}.
 *
 * <p><b>Visibility.</b> A write is durable and visible to this store's own readers when the method
 * returns; concurrent readers see each batch completely or not at all, and no passage without its
 * relations and entities.
 *
 * <p><b>Threads.</b> Thread-safe; writes are serialised.
 *
 * <p><b>Failures</b> of writing, beside failures of {@link GraphView}: the user's fault for a batch
 * that does not fit the graph, and then nothing was written.
 */
public interface GraphStore extends DelegatingView {
    /** Returns a view with the store's own consistency, by default {@link Consistency#STRONG}. */
    default GraphView view() {
        return view(Consistency.STRONG);
    }

    /**
     * Returns a view for the look-ups of one query, none of which sees an older state than at its
     * opening. A store with snapshots answers all of them from one. To be closed by the caller.
     */
    GraphView view(Consistency consistency);

    /**
     * Returns the identity of the graph in this process: equal for all stores open for one graph,
     * whose changes then share a queue. A wrapping store returns that of the wrapped one.
     */
    default Object identity() {
        return this;
    }

    /** Returns true if the graph is known to be damaged; then every other call throws. */
    default boolean isDamaged() {
        return false;
    }

    /**
     * Writes a batch atomically: every passage replaces the one of the same id with all its
     * relations, stale passages are removed, and then entities without a relation. Writing the same
     * batch again changes nothing.
     *
     * @throws dev.tern.error.TernException if the batch was embedded by another model, or in
     *     another dimension, than the graph; nothing is written
     */
    void write(GraphBatch batch);

    /**
     * Removes documents with their passages, relations, and entities without a further relation.
     *
     * @return the number of documents found
     */
    int removeDocuments(Collection<String> documentIds);

    /**
     * Removes single rows, without dependent rows; unknown ids are ignored. For reindexing, where
     * rows are wrong: a consistent graph becomes inconsistent. A passage without its row must not
     * be written again before its statements are removed.
     *
     * @param ids of entities, rows of relations, or passages
     */
    void removeRows(RowKind kind, Collection<String> ids);

    /**
     * Changes the notes of the graph, durably and for every reader: at once for this store, for
     * others at their next view, or at a server a second later. Concurrent changes in one process
     * are serialised; between processes one may be lost at a server. Writing documents keeps them.
     *
     * @param change returns the new notes for the present ones
     * @throws dev.tern.error.TernException the user's fault, if the graph is empty
     */
    void notes(UnaryOperator<Notes> change);

    /** A {@link #view view} narrowed, to be closed by the caller. */
    @Override
    default GraphView visible(Filter filter) {
        return narrowed(now -> now.visible(filter));
    }

    /** A {@link #view view} narrowed, to be closed by the caller. */
    @Override
    default GraphView shown(Filter filter) {
        return narrowed(now -> now.visible(now.notes().shown(List.of())).visible(filter));
    }

    private GraphView narrowed(UnaryOperator<GraphView> narrowing) {
        GraphView now = view();
        try {
            return narrowing.apply(now);
        } catch (RuntimeException e) {
            now.close();
            throw e;
        }
    }

    /** Runs the look-up on a view of its own. */
    @Override
    default <T> T answer(String lookup, Function<GraphView, T> question) {
        try (GraphView now = view()) {
            return question.apply(now);
        }
    }
}

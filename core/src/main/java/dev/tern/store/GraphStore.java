package dev.tern.store;

import dev.tern.graph.Filter;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * One graph in a vector database: the SPI that every backend implements and {@code tests/kit} tests.
 *
 * <p>A store keeps passages, relations and entities with their vectors, and looks them up. It never embeds and never
 * calls a model. Read directly, it answers each look-up from a view of its own; a query of several look-ups reads
 * from one {@link #view view}.
 *
 * <p><b>Visibility.</b> A write is durable and visible to this store's own readers when the method returns; readers that
 * run meanwhile see each batch whole or not at all, and see no passage without its relations and entities.
 *
 * <p><b>Threads.</b> Safe for any number of threads; writes are serialised.
 *
 * <p><b>Failures</b> of writing, beside those of {@link GraphView}: the user's fault for a batch that does not fit the
 * graph, and then nothing was written.
 */
public interface GraphStore extends DelegatingView {
    /** A view with the store's own consistency, which is {@link Consistency#STRONG} unless the store was opened with another. */
    default GraphView view() {
        return view(Consistency.STRONG);
    }

    /**
     * The graph for the look-ups of one query, none of which sees an older state than the view was opened with. A store
     * with snapshots answers all of them from one. To be closed by the caller.
     */
    GraphView view(Consistency consistency);

    /**
     * Identifies the graph in this process: equal for all stores that are open for one graph, whose changes then follow each other in
     * one queue. A store in front of another returns that of the other.
     */
    default Object identity() {
        return this;
    }

    /** Whether it is known, without looking again, that what is kept is damaged; then every look-up and change is refused. */
    default boolean isDamaged() {
        return false;
    }

    /**
     * Writes a batch whole or not at all: every passage of it replaces the one of the same id with all its relations,
     * stale passages go, and then entities that nothing touches any more. Writing the same batch again changes nothing.
     *
     * @throws dev.tern.error.TernException if the batch was embedded by another model, or in another dimension, than
     *     the graph; nothing is written
     */
    void write(GraphBatch batch);

    /**
     * Removes documents with their passages, relations, and the entities that nothing else touches.
     *
     * @return how many of the documents were there
     */
    int removeDocuments(Collection<String> documentIds);

    /**
     * Removes single rows and nothing that belongs to them; ids that are not there are left out.
     * For reindexing, where rows are wrong: done to a graph that is whole, it leaves one that is
     * not. A passage whose row is gone must not be written again before its statements are gone
     * too.
     *
     * @param ids of entities, rows of relations, or passages
     */
    void removeRows(RowKind kind, Collection<String> ids);

    /**
     * Changes what people said of the graph, durably and for every reader of it: at once for readers of this store, and for
     * others at their next view, or at a server a second later. Two changes at once in one process follow each other; of two in
     * different processes one may be lost at a server. Writing and removing documents leaves the notes alone.
     *
     * @param change gives the new notes for the present ones
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

    /** Answers from a view of its own. */
    @Override
    default <T> T answer(String lookup, Function<GraphView, T> question) {
        try (GraphView now = view()) {
            return question.apply(now);
        }
    }
}

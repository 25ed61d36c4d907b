package dev.tern.store;

import dev.tern.settings.Consistency;
import java.util.Collection;

/**
 * One graph in a vector database: the SPI that every backend implements and {@code store-contract} tests.
 *
 * <p>A store keeps passages, relations and entities with their vectors, and looks them up. It never embeds and never
 * calls a model. Read directly, it answers each look-up from the state of that moment; a query of several look-ups reads
 * from a {@link #view view}.
 *
 * <p><b>Visibility.</b> A write is durable and visible to this store's own readers when the method returns; readers that
 * run meanwhile see each batch whole or not at all, and see no passage without its relations and entities.
 *
 * <p><b>Threads.</b> Safe for any number of threads; writes are serialised.
 *
 * <p><b>Failures</b> of writing, beside those of {@link GraphView}: the user's fault for a batch that does not fit the
 * graph, and then nothing was written.
 */
public interface GraphStore extends GraphView {
    /** A view with the store's own consistency, which is {@link Consistency#STRONG} unless it was opened with another. */
    GraphView view();

    /**
     * The graph for the look-ups of one query, none of which sees an older state than the view was opened with. A store
     * with snapshots answers all of them from one. To be closed by the caller.
     */
    GraphView view(Consistency consistency);

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
}

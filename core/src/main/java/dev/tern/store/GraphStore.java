package dev.tern.store;

import dev.tern.graph.MetadataFilter;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import java.util.Collection;
import java.util.function.UnaryOperator;

/**
 * One graph in a vector database: the SPI of every backend, tested by {@code tests/kit}.
 *
 * <p>A store keeps passages, relations and entities with their vectors, and answers look-ups. It
 * never embeds and never calls a model. Look-ups are made in a {@link #view view}.
 *
 * <p><b>Visibility.</b> When a write returns, it is durable, and visible to new views of this store
 * unless their consistency is weaker than {@link Consistency#SESSION}. Readers of this store see
 * each batch completely or not at all. Readers of other stores of a graph on a server may see a
 * part of a batch, but no passage without its relations and entities.
 *
 * <p><b>Threads.</b> Thread-safe; writes are serialised.
 *
 * <p><b>Failures</b> are those of {@link GraphView}, also if no view can be opened.
 */
public interface GraphStore extends AutoCloseable {
    /** Returns a view with the store's own consistency, by default {@link Consistency#STRONG}. */
    default GraphView view() {
        return view(Consistency.STRONG);
    }

    /**
     * Opens a view for the look-ups of one query. With {@link Consistency#STRONG}, no look-up sees
     * a state older than the opening; a weaker consistency may show an older state, and so may
     * {@link GraphView#notes} of a server. A store with snapshots answers all look-ups from the
     * same snapshot. The caller closes the view.
     */
    GraphView view(Consistency consistency);

    /**
     * Returns a view that opens a {@link #view view} for each look-up and needs no closing; two
     * look-ups may see two states. Its {@code visible} returns an opened view, which the caller
     * closes.
     */
    default GraphView latest() {
        return new LatestView(this::view);
    }

    /**
     * Opens a view of the passages that a filter selects, without passages that the graph's notes
     * hide. The caller closes the view.
     *
     * @throws dev.tern.error.TernException as {@link GraphView#visible}
     */
    default GraphView shown(MetadataFilter filter) {
        return new LatestView(this::view).shown(filter);
    }

    /**
     * Returns an object that identifies the graph in this process: equal for all stores that are
     * open for the same graph, so that their writers share one queue. A wrapper returns the
     * identity of the wrapped store.
     */
    default Object identity() {
        return this;
    }

    /** Returns true if the graph is known to be damaged; then look-ups and writes throw. */
    default boolean isDamaged() {
        return false;
    }

    /**
     * Writes a batch: every passage replaces the stored passage with the same id and its relations;
     * stale passages, and then the entities of removed relations that no relation names any more,
     * are removed. Stored entities keep their rows, except {@linkplain
     * GraphBatch#replacedEntityIds replaced} ones. Stray rows are removed alone. Writing the same
     * batch again changes nothing.
     *
     * @throws dev.tern.error.TernException the user's fault, if the batch was embedded by another
     *     model, or in another dimension, than the graph; nothing is written
     */
    void write(GraphBatch batch);

    /**
     * Removes documents, their passages and relations, and entities that then have no relation.
     *
     * @return the number of documents that were found
     */
    int removeDocuments(Collection<String> documentIds);

    /**
     * Changes the notes of the graph durably. This store sees the change at once. Other stores of
     * the graph see it in their next view; on a server, after about a second. Concurrent changes in
     * one process are serialised; if two processes change the notes on a server at once, one change
     * may be lost. Writing documents keeps the notes.
     *
     * @param change returns the new notes, given the current notes
     * @throws dev.tern.error.TernException the user's fault, if nothing has been written to the
     *     graph
     */
    void changeNotes(UnaryOperator<Notes> change);

    /** Releases all resources; idempotent. Views that are open must be closed before. */
    @Override
    void close();
}

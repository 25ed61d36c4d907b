package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * One graph in a vector database: the SPI that every backend implements and {@code store-contract} tests.
 *
 * <p>A store keeps passages, relations and entities with their vectors, and looks them up. It never embeds and never
 * calls a model. All vectors have unit length and the graph's one dimension; nearness is the cosine.
 *
 * <p><b>Order.</b> Searches return the best first, ties by id. Look-ups return what they find in the order asked, each
 * once, and silently leave out what is unknown.
 *
 * <p><b>Visibility.</b> A write is durable and visible to this store's own readers when the method returns; readers that
 * run meanwhile see each batch whole or not at all, and see no passage without its relations and entities.
 *
 * <p><b>Threads.</b> Safe for any number of threads; writes are serialised.
 *
 * <p><b>Failures.</b> {@link dev.tern.error.TernException}: the user's fault for a batch or a query that does not fit the
 * graph, and then nothing was written; the store's for everything else. After {@link #close}, an
 * {@link IllegalStateException}.
 */
public interface GraphStore extends AutoCloseable {
    /** How this graph was made; empty until the first batch is written. */
    Optional<GraphDescription> description();

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

    /** The entities nearest to a vector, at most {@code limit}. */
    List<Scored<Entity>> nearestEntities(float[] vector, int limit);

    /** The distinct relations nearest to a vector, at most {@code limit}, however many passages state each. */
    List<Scored<Relation>> nearestRelations(float[] vector, int limit);

    /** The passages nearest to a vector, at most {@code limit}. */
    List<Scored<Passage>> nearestPassages(float[] vector, int limit);

    /**
     * The distinct relations that touch at least one of the entities, nearest to the vector first, at most
     * {@code limit}. Exact wherever no more than {@code limit} relations touch them; beyond that a store may search
     * approximately, and the cost does not grow with the size of a hub.
     */
    List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit);

    /** Entities by id. */
    List<Embedded<Entity>> entities(Collection<String> entityIds);

    /**
     * Relations by key, or all those that some passages state (then in the order of the passages, and by key within
     * one). Each comes with all its mentions.
     */
    List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values);

    /**
     * Passages by id, or all those of some documents (by ordinal), or all those with some titles (by document id and
     * ordinal).
     */
    List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values);

    /** Counts of what is there. */
    GraphStatistics statistics();

    /** Shows every row to a visitor, in no particular order, from one consistent state of the graph. */
    void scan(GraphVisitor visitor);

    /** Gives back everything held. Closing twice is closing once. */
    @Override
    void close();

    /** What {@link #relations} looks up by. */
    enum RelationsBy {
        /** {@link Relation#key}. */
        KEY,
        /** The id of a passage that states it. */
        PASSAGE
    }

    /** What {@link #passages} looks up by. */
    enum PassagesBy {
        /** {@link Passage#id}. */
        ID,
        /** {@link Passage#documentId}. */
        DOCUMENT,
        /** One of the {@link TitleKey#of keys of its title}. */
        TITLE
    }
}

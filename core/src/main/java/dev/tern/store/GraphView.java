package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.note.Notes;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A read view of a graph: the look-ups of one query.
 *
 * <p>All vectors have unit length and the dimension of the graph; similarity is the cosine. Limits
 * are at least 1. A store may search vectors approximately.
 *
 * <p><b>Order.</b> Searches return the best results first, and results with equal scores in the
 * order of their ids, or keys of relations. Look-ups by keys return results in the order of the
 * keys, each once; unknown keys are skipped.
 *
 * <p><b>Threads.</b> Thread-safe; independent look-ups should share one {@link Round}.
 *
 * <p><b>Failures</b> are {@link dev.tern.error.TernException}s, which name the party at fault.
 * After {@link #close}, look-ups throw an {@link IllegalStateException}.
 */
public interface GraphView extends AutoCloseable {
    /**
     * Returns the description of the graph, with the notes at the opening of the view, on a server
     * up to about a second earlier; empty until the first batch is written.
     */
    Optional<GraphDescription> description();

    /** Returns the notes of the graph; {@link Notes#NONE} if nothing has been written to it. */
    default Notes notes() {
        return description().map(GraphDescription::notes).orElse(Notes.NONE);
    }

    /** Returns the nearest entities of each vector, at most {@code limit} each, in one look-up. */
    List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit);

    /** Returns the entities nearest to a vector, at most {@code limit}. */
    default List<Scored<Entity>> nearestEntities(float[] vector, int limit) {
        return nearestEntities(List.of(vector), limit).getFirst();
    }

    /** Returns the distinct relations nearest to a vector, at most {@code limit}. */
    List<Scored<Relation>> nearestRelations(float[] vector, int limit);

    /** Returns the passages nearest to a vector, at most {@code limit}. */
    List<Scored<Passage>> nearestPassages(float[] vector, int limit);

    /**
     * Returns the passages whose title, headings or text share {@link SearchWords} with a question,
     * best first by BM25, at most {@code limit}; none for a question without words. Scores are
     * above 0, and comparable only within one reply. A store may compute the scores with recently
     * removed passages and with approximate lengths.
     *
     * @throws dev.tern.error.TernException the user's fault, if {@link #fullTextMissing} returns a
     *     reason
     */
    List<Scored<Passage>> passagesByText(String question, int limit);

    /**
     * Returns the reason why this graph has no keyword search, in one sentence with a remedy; empty
     * if it has keyword search. Cheap, and constant while the view is open.
     */
    default Optional<String> fullTextMissing() {
        return Optional.empty();
    }

    /**
     * Returns the distinct relations that touch at least one of the entities, nearest to the vector
     * first, at most {@code limit}. Exact if at most {@code limit} relations touch them; otherwise
     * a store may search approximately, so that the cost does not grow with the relations of an
     * entity.
     */
    List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit);

    /** Returns the entities with the given ids. */
    List<Embedded<Entity>> entities(Collection<String> entityIds);

    /**
     * Returns relations by key, each with all its mentions; or all relations of some passages, each
     * with its mentions in these passages. The relations of one passage are in the order of their
     * keys.
     */
    List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values);

    /**
     * Returns passages by id; or all passages of some documents, in the order of their ordinals; or
     * all passages with some titles, in the order of document ids and ordinals.
     */
    List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values);

    /** Returns the numbers of documents and rows in the graph, and of unextracted passages. */
    GraphStatistics statistics();

    /**
     * Passes every row of the visitor's {@linkplain GraphVisitor#kinds kinds} to the visitor, in no
     * particular order. The visitor may use this view.
     */
    void scan(GraphVisitor visitor);

    /**
     * Checks properties that only the store can see: that its files are undamaged, and that the
     * index of every row corresponds to its content. A store whose server checks these properties
     * reports nothing.
     *
     * @throws dev.tern.error.TernException the store's fault, with the name of a damaged file
     */
    default void inspect(InspectionListener inspection) {}

    /**
     * Returns this view reduced to the passages that a filter selects. The view has the relations
     * that these passages state, each with its mentions in them, and the entities of these
     * relations, each under a name that one of the passages uses. Word statistics of the keyword
     * search may count all passages. Narrowing twice applies both filters.
     *
     * <p>The returned view replaces this view: close only the returned view. {@link
     * MetadataFilter#everything} changes nothing.
     *
     * @throws dev.tern.error.TernException the user's fault, if the filters together exceed a limit
     *     of a filter or of the store
     */
    GraphView visible(MetadataFilter filter);

    /** Returns an empty round, which makes look-ups concurrently in one round trip. */
    default Round round() {
        return new Round(this);
    }

    /** Releases all resources; idempotent. */
    @Override
    void close();

    /** The kinds of keys of {@link #relations}. */
    enum RelationsBy {
        /** The {@link Relation#key} of the relation. */
        KEY,
        /** The id of a passage that states the relation. */
        PASSAGE;

        /** Returns the value by which a row of a relation is found. */
        public String valueOf(RelationRow row) {
            return this == KEY ? row.key() : row.passageId();
        }
    }

    /** The kinds of keys of {@link #passages}. */
    enum PassagesBy {
        /** The {@link Passage#id} of the passage. */
        ID,
        /** The {@link Passage#documentId} of the passage. */
        DOCUMENT,
        /** One of the {@link TitleKey#of keys of the passage's title}. */
        TITLE;

        /** Returns the values by which a passage is found. */
        public Set<String> valuesOf(Passage passage) {
            return switch (this) {
                case ID -> Set.of(passage.id());
                case DOCUMENT -> Set.of(passage.documentId());
                case TITLE -> TitleKey.of(passage.title());
            };
        }
    }
}

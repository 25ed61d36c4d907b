package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.note.Notes;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A graph to read: the look-ups of one query.
 *
 * <p>All vectors have unit length and the graph's one dimension; nearness is the cosine.
 *
 * <p><b>Order.</b> Searches return the best first, ties by id. Look-ups return what they find in the order asked, each
 * once, and silently leave out what is unknown.
 *
 * <p><b>Threads.</b> Safe for any number of threads; look-ups that do not need each other belong into one {@link Round}.
 *
 * <p><b>Failures.</b> {@link dev.tern.error.TernException}: the user's fault for a query that does not fit the graph, the
 * store's for everything else. After {@link #close}, an {@link IllegalStateException}.
 */
public interface GraphView extends AutoCloseable {
    /** How this graph was made; empty until the first batch is written. */
    Optional<GraphDescription> description();

    /** What people said of the graph; none as long as it is empty. Known when the view was opened. */
    Notes notes();

    /** For each vector the entities nearest to it, at most {@code limit}; one look-up for all the vectors. */
    List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit);

    /** The entities nearest to a vector, at most {@code limit}. */
    default List<Scored<Entity>> nearestEntities(float[] vector, int limit) {
        return nearestEntities(List.of(vector), limit).getFirst();
    }

    /** The distinct relations nearest to a vector, at most {@code limit}, however many passages state each. */
    List<Scored<Relation>> nearestRelations(float[] vector, int limit);

    /** The passages nearest to a vector, at most {@code limit}. */
    List<Scored<Passage>> nearestPassages(float[] vector, int limit);

    /**
     * The passages whose title, headings or text share {@link Words} with a question, best first by BM25, at most
     * {@code limit}; none for a question without words. Scores are above 0 and compare within one reply only. A store may
     * count passages that were removed lately, and where lengths are kept roughly, near scores may change places.
     *
     * @throws dev.tern.error.TernException the user's fault, if {@link #fullTextMissing} says so
     */
    List<Scored<Passage>> passagesByText(String question, int limit);

    /**
     * Why passages cannot be found by their words in this graph, in one sentence with a way out; empty if they can. Cheap,
     * and the same as long as the view is open.
     */
    default Optional<String> fullTextMissing() {
        return Optional.empty();
    }

    /**
     * The distinct relations that touch at least one of the entities, nearest to the vector first, at most
     * {@code limit}. Exact wherever no more than {@code limit} relations touch them; beyond that a store may search
     * approximately, and the cost does not grow with the size of a hub.
     */
    List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit);

    /** The entities with some ids. */
    List<Embedded<Entity>> entities(Collection<String> entityIds);

    /**
     * Relations by key, each with all its mentions; or all those that some passages state (in the order of the passages,
     * and by key within one), each with its mentions in those passages.
     */
    List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values);

    /**
     * Passages by id, or all those of some documents (by ordinal), or all those with some titles (by document id and
     * ordinal).
     */
    List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values);

    /** Counts of what is there. */
    GraphStatistics statistics();

    /**
     * Shows every row of the {@linkplain GraphVisitor#kinds kinds} that a visitor wants, in no particular order, from one
     * consistent state of the graph. The visitor may look things up in this view meanwhile.
     */
    void scan(GraphVisitor visitor);

    /**
     * Has the store check what only it can see: that its files are as they were written, and that every row is found by what
     * it says and by nothing else. A store whose server does that finds nothing.
     *
     * @throws dev.tern.error.TernException the store's fault, if a file is damaged; it is named, and no row was looked at
     */
    default void inspect(Inspection inspection) {}

    /**
     * The same state with nothing in it but what the passages that pass a filter say, as if there were no other: their
     * relations, each with its mentions in them, and the entities that these touch, each under a name that one of them
     * uses. What a store knows from counting, as the weight of a word, may be that of all passages. Narrowed twice, it
     * holds what passes both.
     *
     * <p>It takes this view's place, and is closed in its stead. Narrowed by {@link Filter#everything}, a view stays what it is.
     */
    GraphView visible(Filter filter);

    /** Narrows the view to what a question with a filter sees: as {@link #visible}, without what the {@link #notes} hide. */
    default GraphView shown(Filter filter) {
        return visible(notes().shown(List.of())).visible(filter);
    }

    /** Look-ups that are made at once, at the price of one round trip. */
    default Round round() {
        return new Round(this);
    }

    /** Gives back everything held. Closing twice is closing once. */
    @Override
    void close();

    /** What {@link #relations} looks up by. */
    enum RelationsBy {
        /** The {@link Relation#key} of the relation. */
        KEY,
        /** The id of a passage that states it. */
        PASSAGE;

        /** The value by which a row of a relation is found. */
        public String valueOf(RelationRow row) {
            return this == KEY ? row.key() : row.passageId();
        }
    }

    /** What {@link #passages} looks up by. */
    enum PassagesBy {
        /** The {@link Passage#id} of the passage. */
        ID,
        /** The {@link Passage#documentId} of its document. */
        DOCUMENT,
        /** One of the {@link TitleKey#of keys of its title}. */
        TITLE;

        /** The values by which a passage is found. */
        public Set<String> valuesOf(Passage passage) {
            return switch (this) {
                case ID -> Set.of(passage.id());
                case DOCUMENT -> Set.of(passage.documentId());
                case TITLE -> TitleKey.of(passage.title());
            };
        }
    }
}

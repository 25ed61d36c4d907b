package dev.tern.store.milvus.filter;

import dev.tern.graph.Filter;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.read.Found;
import dev.tern.store.milvus.read.ScoredRow;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Row;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Searches that bring only what a view's filter lets through, in one of three ways, tried in this order:
 *
 * <ol>
 *   <li>some more rows than wanted are asked for, and those that do not pass are left out here. Where much passes this costs
 *       little more than without a filter, and finds what a search without one would have found;
 *   <li>where so little passes that all of it can be read, it is read and compared one by one;
 *   <li>the server leaves out what does not pass, by the metadata of every row.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class FilteredSearch {
    /** The first request asks for this many times as many rows as are wanted. */
    private static final int OVERSEARCH = 4;

    private final CollectionReader all;
    private final SelectiveFilters known;
    private final CollectionReader reader;
    private final @Nullable FilterMatches matches;

    /** Searches without a filter. */
    public FilteredSearch(CollectionReader all, SelectiveFilters known) {
        this.all = all;
        this.known = known;
        this.reader = all;
        this.matches = null;
    }

    private FilteredSearch(FilteredSearch wider, Filter filter) {
        this.all = wider.all;
        this.known = wider.known;
        this.matches = new FilterMatches(all, new FilterCondition(filter, all.lite()), known);
        this.reader = all.showing(matches);
    }

    /** Searches by a filter, on top of that of these. */
    public FilteredSearch within(Filter filter) {
        return new FilteredSearch(this, matches == null ? filter : filter.within(matches.filter()));
    }

    /** Reads the rows that pass. */
    public CollectionReader reader() {
        return reader;
    }

    /** The entities that may be seen; empty if all of them may. */
    public Optional<VisibleEntities> visibleEntities() {
        return Optional.ofNullable(matches).map(filter -> new VisibleEntities(reader, filter));
    }

    /** All rows of relations that pass, if they are few and were read before. */
    public Optional<List<Row>> relationsAtHand() {
        return matches == null ? Optional.empty() : matches.relationsAtHand();
    }

    /** Rows that a condition lets through, best first, for each of what is searched for. */
    private interface Search {
        List<Found<ScoredRow>> best(Condition condition, int limit);
    }

    /** The passages that fit some words, best first. */
    public Found<ScoredRow> words(String words, int limit) {
        CollectionKind kind = CollectionKind.PASSAGES;
        Search search = (condition, rows) -> List.of(reader.words(words, condition, rows));
        return among(kind, search, Condition.ALL, limit)
                .orElseGet(() -> search.best(reader.narrowed(kind, Condition.ALL), limit))
                .getFirst();
    }

    /** For each vector the rows nearest to it, best first, as far as the index finds them. */
    public List<Found<ScoredRow>> search(CollectionKind kind, List<float[]> vectors, Condition condition, int limit) {
        Search search = (narrower, rows) -> reader.vectors(kind, vectors, narrower, rows);
        return among(kind, search, condition, limit)
                .orElseGet(() -> search.best(reader.narrowed(kind, condition), limit));
    }

    /**
     * For each vector the rows nearest to it, best first: where a filter lets few through, all of these, compared one by one.
     */
    public List<Found<ScoredRow>> nearest(CollectionKind kind, List<float[]> vectors, int limit) {
        Search search = (narrower, rows) -> reader.vectors(kind, vectors, narrower, rows);
        return among(kind, search, Condition.ALL, limit)
                .or(() -> compared(kind, vectors))
                .orElseGet(() -> search.best(reader.narrowed(kind, Condition.ALL), limit));
    }

    /** The best that pass the filter among some more than wanted; empty if they are too few, which is noted. */
    private Optional<List<Found<ScoredRow>>> among(CollectionKind kind, Search search, Condition condition, int limit) {
        if (matches == null || kind == CollectionKind.ENTITIES) {
            return Optional.of(search.best(condition, limit));
        }
        if (matches.isSelective()) {
            return Optional.empty();
        }
        int rows = (int) Math.min(reader.mostRows(), (long) OVERSEARCH * limit);
        List<Found<ScoredRow>> among = search.best(condition, rows);
        if (among.stream().anyMatch(found -> found.full() && found.rows().size() < limit)) {
            matches.noteSelective();
            return Optional.empty();
        }
        return Optional.of(among);
    }

    /**
     * All rows that a filter lets through, nearest first, for each vector, if they are few: a search by a condition misses most
     * of these. Empty where they are many.
     */
    private Optional<List<Found<ScoredRow>>> compared(CollectionKind kind, List<float[]> vectors) {
        return Optional.ofNullable(matches)
                .flatMap(few -> few.all(kind))
                .map(rows -> vectors.stream()
                        .map(vector -> new Found<>(byNearness(rows, vector), false))
                        .toList());
    }

    private static List<ScoredRow> byNearness(List<Row> rows, float[] vector) {
        return rows.stream()
                .map(row -> ScoredRow.of(row, vector))
                .sorted(Comparator.comparingDouble(ScoredRow::score).reversed())
                .toList();
    }
}

package dev.tern.store.milvus.filter;

import dev.tern.graph.MetadataFilter;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.read.RowResult;
import dev.tern.store.milvus.read.ScoredRow;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Row;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Searches the rows that match a view's filter, in one of three ways, tried in this order:
 * <ol>
 * <li>Fetch more rows than wanted and drop the ones that do not match. If most rows match, this
 * costs little more than an unfiltered search.
 * <li>If few rows match, {@link #nearest} reads all of them and compares their vectors one by one.
 * <li>Let the server test the metadata of every row.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class FilteredSearch {
    /** The rows of the first request, as a multiple of the rows wanted. */
    private static final int OVERSEARCH = 4;

    private final CollectionReader all;
    private final SelectiveFilters known;
    private final CollectionReader reader;
    private final @Nullable FilterMatches matches;

    /** Creates an unfiltered search. */
    public FilteredSearch(CollectionReader all, SelectiveFilters known) {
        this.all = all;
        this.known = known;
        this.reader = all;
        this.matches = null;
    }

    private FilteredSearch(FilteredSearch wider, MetadataFilter filter) {
        this.all = wider.all;
        this.known = wider.known;
        this.matches = new FilterMatches(all, new FilterCondition(filter, all.lite()), known);
        this.reader = all.showing(matches);
    }

    /** Returns a search with one more filter. */
    public FilteredSearch withFilter(MetadataFilter filter) {
        return new FilteredSearch(this, matches == null ? filter : filter.within(matches.filter()));
    }

    /** Returns a reader of the matching rows. */
    public CollectionReader reader() {
        return reader;
    }

    /** Returns the visible entities; an empty Optional if there is no filter. */
    public Optional<VisibleEntities> visibleEntities() {
        return Optional.ofNullable(matches).map(filter -> new VisibleEntities(reader, filter));
    }

    /**
     * Returns the matching rows of relations if there is a filter, and they are few and were read
     * before.
     */
    public Optional<List<Row>> relationsAtHand() {
        return matches == null ? Optional.empty() : matches.relationsAtHand();
    }

    /** Fetches rows that meet a condition, best first: a list for each search target. */
    private interface Search {
        List<RowResult<ScoredRow>> best(Condition condition, int limit);
    }

    /**
     * Returns the passages that have some of the words, best first; with a filter perhaps more than
     * {@code limit}.
     */
    public RowResult<ScoredRow> searchWords(String words, int limit) {
        CollectionKind kind = CollectionKind.PASSAGES;
        Search search = (condition, rows) -> List.of(reader.searchWords(words, condition, rows));
        return searchAmongMore(kind, search, Condition.ALL, limit)
                .orElseGet(() -> search.best(reader.narrowed(kind, Condition.ALL), limit))
                .getFirst();
    }

    /**
     * Returns the rows nearest to each vector that meet a condition, best first; with a filter
     * perhaps more than {@code limit}. The index may miss some.
     */
    public List<RowResult<ScoredRow>> search(
            CollectionKind kind, List<float[]> vectors, Condition condition, int limit) {
        Search search = (narrower, rows) -> reader.vectors(kind, vectors, narrower, rows);
        return searchAmongMore(kind, search, condition, limit)
                .orElseGet(() -> search.best(reader.narrowed(kind, condition), limit));
    }

    /**
     * Returns the rows nearest to each vector, best first; with a filter perhaps more than {@code
     * limit}. Compares all matching rows if they are known to be few.
     */
    public List<RowResult<ScoredRow>> nearest(CollectionKind kind, List<float[]> vectors, int limit) {
        Search search = (narrower, rows) -> reader.vectors(kind, vectors, narrower, rows);
        return searchAmongMore(kind, search, Condition.ALL, limit)
                .or(() -> searchExactly(kind, vectors))
                .orElseGet(() -> search.best(reader.narrowed(kind, Condition.ALL), limit));
    }

    /**
     * Searches more rows than wanted, and drops the rows that do not match. If too few are left,
     * records that the filter is selective; then and later, returns an empty Optional. Without a
     * filter, and for entities, searches as many rows as wanted.
     */
    private Optional<List<RowResult<ScoredRow>>> searchAmongMore(
            CollectionKind kind, Search search, Condition condition, int limit) {
        if (matches == null || kind == CollectionKind.ENTITIES) {
            return Optional.of(search.best(condition, limit));
        }
        if (matches.isSelective()) {
            return Optional.empty();
        }
        int rows = (int) Math.min(reader.maxRows(), (long) OVERSEARCH * limit);
        List<RowResult<ScoredRow>> among = search.best(condition, rows);
        if (among.stream()
                .anyMatch(rowResult -> rowResult.full() && rowResult.rows().size() < limit)) {
            matches.noteSelective();
            return Optional.empty();
        }
        return Optional.of(among);
    }

    /**
     * Returns all matching rows for each vector, nearest first, because a search with a condition
     * would miss most of them; an empty Optional if they are too many, or there is no filter.
     */
    private Optional<List<RowResult<ScoredRow>>> searchExactly(CollectionKind kind, List<float[]> vectors) {
        return Optional.ofNullable(matches)
                .flatMap(few -> few.all(kind))
                .map(rows -> vectors.stream()
                        .map(vector -> new RowResult<>(byNearness(rows, vector), false))
                        .toList());
    }

    private static List<ScoredRow> byNearness(List<Row> rows, float[] vector) {
        return rows.stream()
                .map(row -> ScoredRow.of(row, vector))
                .sorted(Comparator.comparingDouble(ScoredRow::score).reversed())
                .toList();
    }
}

package dev.tern.store.milvus.filter;

import static dev.tern.store.milvus.schema.CollectionKind.PASSAGES;
import static dev.tern.store.milvus.schema.CollectionKind.RELATIONS;

import dev.tern.graph.MetadataFilter;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.read.RowFilter;
import dev.tern.store.milvus.read.RowResult;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import dev.tern.store.shared.LazyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rows that match a view's filter. All matching rows of a collection are read from the server
 * at most once. Thread-safe.
 *
 * <p>If most rows match, whole rows are fetched and the ones that do not match dropped on arrival,
 * which is cheaper than comparing the metadata of every row on the server. If few rows are known to
 * match, the server excludes the others: by the ids of the matching passages if these are few, else
 * by metadata.
 */
final class FilterMatches implements RowFilter {
    /** The maximum number of matching rows read at once, and of passage ids in a condition. */
    private static final int FEW_ROWS = 1_024;

    private final CollectionReader all;
    private final FilterCondition condition;
    private final SelectiveFilters known;
    private final boolean wereFew;
    private final LazyValue<Optional<Set<String>>> ids = new LazyValue<>();
    private final LazyValue<Optional<List<Row>>> passages = new LazyValue<>();
    private final LazyValue<Optional<List<Row>>> relations = new LazyValue<>();
    private volatile boolean selective;

    /**
     * Creates the matches of a filter, without any request.
     *
     * @param all reads all rows
     * @param known a cache of filters that matched few rows before
     */
    FilterMatches(CollectionReader all, FilterCondition condition, SelectiveFilters known) {
        this.all = all;
        this.condition = condition;
        this.known = known;
        this.wereFew = known.contains(PASSAGES, condition.filter());
        this.selective = wereFew;
    }

    MetadataFilter filter() {
        return condition.filter();
    }

    @Override
    public boolean passes(Row row) {
        return condition.passes(row);
    }

    @Override
    public boolean isSelective() {
        return selective;
    }

    void noteSelective() {
        selective = true;
    }

    @Override
    public Condition condition(CollectionKind kind) {
        String field = kind == PASSAGES ? Fields.ID : Fields.PASSAGE;
        Optional<Set<String>> named = selective ? ids() : Optional.empty();
        return named.map(few -> few.isEmpty() ? Condition.NOTHING : Condition.in(field, few))
                .orElseGet(condition::ofServer);
    }

    /**
     * Returns the ids of all matching passages; an empty Optional if more than {@value #FEW_ROWS}
     * meet the server's condition, or as many as one reply may have.
     */
    private Optional<Set<String>> ids() {
        return ids.of(() -> (wereFew ? passages() : read(PASSAGES, condition.ofServer(), List.of(Fields.ID)))
                .map(rows -> rows.stream().map(row -> row.text(Fields.ID)).collect(Collectors.toUnmodifiableSet())));
    }

    /**
     * Returns {@link #relations} or {@link #passages}; an empty Optional for too many rows, and
     * always for entities, which are not filtered.
     */
    Optional<List<Row>> all(CollectionKind kind) {
        return switch (kind) {
            case ENTITIES -> Optional.empty();
            case RELATIONS -> relations();
            case PASSAGES -> passages();
        };
    }

    /**
     * Returns all matching passages; an empty Optional if there are too many, as for {@link #ids}.
     * Reads only their ids first, unless few passages matched the filter before.
     */
    Optional<List<Row>> passages() {
        List<String> fields = CollectionReader.allFields(PASSAGES);
        return passages.of(() -> wereFew
                ? read(PASSAGES, condition.ofServer(), fields)
                : ids().flatMap(few ->
                        few.isEmpty() ? Optional.of(List.of()) : read(PASSAGES, Condition.in(Fields.ID, few), fields)));
    }

    /**
     * Returns all matching rows of relations; an empty Optional if more than {@value #FEW_ROWS}
     * meet the server's condition, or as many as one reply may have. Counts them first, unless few
     * matched before.
     */
    Optional<List<Row>> relations() {
        return relations.of(() -> {
            boolean many =
                    !known.contains(RELATIONS, filter()) && all.count(RELATIONS, condition(RELATIONS)) > FEW_ROWS;
            return many
                    ? Optional.empty()
                    : read(RELATIONS, condition(RELATIONS), CollectionReader.allFields(RELATIONS));
        });
    }

    /** Returns the matching rows of relations if they are few and were read before. */
    Optional<List<Row>> relationsAtHand() {
        return relations.ifKnown().flatMap(rows -> rows);
    }

    private Optional<List<Row>> read(CollectionKind kind, Condition asked, List<String> fields) {
        List<String> withFacets = new ArrayList<>(fields);
        withFacets.add(Fields.FACETS);
        RowResult<Row> rowResult = all.query(kind, asked, withFacets, Math.min(FEW_ROWS + 1, all.maxRows()));
        known.record(kind, filter(), !rowResult.full());
        return rowResult.full()
                ? Optional.empty()
                : Optional.of(rowResult.rows().stream().filter(this::passes).toList());
    }
}

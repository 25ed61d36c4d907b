package dev.tern.store.milvus.filter;

import static dev.tern.store.milvus.schema.CollectionKind.PASSAGES;
import static dev.tern.store.milvus.schema.CollectionKind.RELATIONS;

import dev.tern.graph.Filter;
import dev.tern.store.Once;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.read.Found;
import dev.tern.store.milvus.read.RowFilter;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rows that pass the filter of a view: how they are asked for, and what the server said of them. Thread-safe.
 *
 * <p>Either most rows pass: then whole rows come, and those that do not pass are left out on arrival, which costs less than to
 * have the server compare the metadata of every row. Or few were found to pass: then the server leaves out what does not pass,
 * by the names of the passages that do, where they are few, else by their metadata.
 */
final class FilterMatches implements RowFilter {
    /** The most rows that are compared one by one, and the most passages that are named in a condition. */
    private static final int FEW = 1_024;

    private final CollectionReader all;
    private final FilterCondition condition;
    private final SelectiveFilters known;
    private final boolean wereFew;
    private final Once<Optional<Set<String>>> ids = new Once<>();
    private final Once<Optional<List<Row>>> passages = new Once<>();
    private final Once<Optional<List<Row>>> relations = new Once<>();
    private volatile boolean selective;

    /**
     * The rows that pass a filter, none of which was asked for yet.
     *
     * @param all reads all rows
     * @param known filters that few rows passed before
     */
    FilterMatches(CollectionReader all, FilterCondition condition, SelectiveFilters known) {
        this.all = all;
        this.condition = condition;
        this.known = known;
        this.wereFew = known.contains(PASSAGES, condition.filter());
        this.selective = wereFew;
    }

    Filter filter() {
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

    /** Notes that little passes. */
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

    /** The ids of all passages that pass, if they are few. */
    private Optional<Set<String>> ids() {
        return ids.of(() -> (wereFew ? passages() : read(PASSAGES, condition.ofServer(), List.of(Fields.ID)))
                .map(rows -> rows.stream().map(row -> row.text(Fields.ID)).collect(Collectors.toUnmodifiableSet())));
    }

    /** All rows of a collection that pass, whole, if they are few; entities do not pass or fail. */
    Optional<List<Row>> all(CollectionKind kind) {
        return switch (kind) {
            case ENTITIES -> Optional.empty();
            case RELATIONS -> relations();
            case PASSAGES -> passages();
        };
    }

    /** The ids tell first whether the passages are few; of a filter that few passed before, they are read at once. */
    Optional<List<Row>> passages() {
        List<String> fields = CollectionReader.whole(PASSAGES);
        return passages.of(() -> wereFew
                ? read(PASSAGES, condition.ofServer(), fields)
                : ids().flatMap(few ->
                        few.isEmpty() ? Optional.of(List.of()) : read(PASSAGES, Condition.in(Fields.ID, few), fields)));
    }

    /** The rows are counted first, so that too many do not come; of a filter that few passed before, they are read at once. */
    Optional<List<Row>> relations() {
        return relations.of(() -> {
            boolean many = !known.contains(RELATIONS, filter()) && all.count(RELATIONS, condition(RELATIONS)) > FEW;
            return many ? Optional.empty() : read(RELATIONS, condition(RELATIONS), CollectionReader.whole(RELATIONS));
        });
    }

    /** The same, if they were asked for before. */
    Optional<List<Row>> relationsAtHand() {
        return relations.ifKnown().flatMap(rows -> rows);
    }

    private Optional<List<Row>> read(CollectionKind kind, Condition asked, List<String> fields) {
        List<String> withFacets = new ArrayList<>(fields);
        withFacets.add(Fields.FACETS);
        Found<Row> found = all.query(kind, asked, withFacets, Math.min(FEW + 1, all.mostRows()));
        known.note(kind, filter(), !found.full());
        return found.full()
                ? Optional.empty()
                : Optional.of(found.rows().stream().filter(this::passes).toList());
    }
}

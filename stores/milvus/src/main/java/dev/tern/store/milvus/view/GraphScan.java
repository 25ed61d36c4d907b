package dev.tern.store.milvus.view;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import dev.tern.store.milvus.filter.FilteredSearch;
import dev.tern.store.milvus.filter.VisibleEntities;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import dev.tern.store.milvus.schema.RowCodec;
import dev.tern.store.shared.ContentIdSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Counts and scans all visible rows of a graph. */
final class GraphScan {
    private final CollectionReader reader;
    private final Optional<VisibleEntities> visible;

    GraphScan(FilteredSearch search) {
        this.reader = search.reader();
        this.visible = search.visibleEntities();
    }

    GraphStatistics statistics() {
        ContentIdSet documents = new ContentIdSet();
        ContentIdSet keys = new ContentIdSet();
        Map<String, Long> states = new HashMap<>();
        reader.iterate(CollectionKind.PASSAGES, Condition.ALL, List.of(Fields.DOCUMENT, Fields.STATE), row -> {
            documents.add(row.text(Fields.DOCUMENT));
            states.merge(row.text(Fields.STATE), 1L, Long::sum);
        });
        reader.iterate(
                CollectionKind.RELATIONS, Condition.ALL, List.of(Fields.KEY), row -> keys.add(row.text(Fields.KEY)));
        return new GraphStatistics(
                documents.size(),
                states.values().stream().mapToLong(Long::longValue).sum(),
                visible.map(some -> some.ids(id -> {}))
                        .orElseGet(() -> reader.count(CollectionKind.ENTITIES, Condition.ALL)),
                keys.size(),
                states.getOrDefault(Extraction.State.WAITING.name(), 0L),
                states.getOrDefault(Extraction.State.FAILED.name(), 0L));
    }

    private static Condition inStates(Set<Extraction.State> states) {
        return states.size() == Extraction.State.values().length
                ? Condition.ALL
                : Condition.in(Fields.STATE, states.stream().map(Enum::name).toList());
    }

    void show(GraphVisitor visitor) {
        Set<RowKind> kinds = visitor.kinds();
        if (kinds.contains(RowKind.ENTITY)) {
            showEntities(visitor);
        }
        if (kinds.contains(RowKind.RELATION)) {
            show(CollectionKind.RELATIONS, Condition.is(Fields.PART, 0), RowCodec::relation, visitor::relation);
        }
        if (kinds.contains(RowKind.PASSAGE)) {
            show(CollectionKind.PASSAGES, inStates(visitor.states()), RowCodec::passage, visitor::passage);
        }
    }

    private <T> void show(
            CollectionKind kind, Condition condition, Function<Row, T> decode, Consumer<Embedded<T>> visitor) {
        reader.iterate(
                kind,
                condition,
                CollectionReader.allFields(kind),
                row -> visitor.accept(new Embedded<>(decode.apply(row), row.vector())));
    }

    private void showEntities(GraphVisitor visitor) {
        if (visible.isEmpty()) {
            show(CollectionKind.ENTITIES, Condition.ALL, RowCodec::entity, visitor::entity);
            return;
        }
        VisibleEntities entities = visible.get();
        List<String> some = new ArrayList<>();
        entities.ids(id -> {
            some.add(id);
            if (some.size() == reader.maxRows()) {
                entities.byId(some).values().forEach(visitor::entity);
                some.clear();
            }
        });
        entities.byId(some).values().forEach(visitor::entity);
    }
}

package dev.tern.store.milvus;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What can only be told by going through all the rows that may be seen. */
final class WholeGraph {
    private final Reads reads;

    WholeGraph(Reads reads) {
        this.reads = reads;
    }

    GraphStatistics statistics() {
        Set<String> documents = new HashSet<>();
        Set<String> keys = new HashSet<>();
        if (reads.filtered()) {
            return visibleStatistics(documents, keys);
        }
        long passages = reads.count(CollectionKind.PASSAGES, Condition.ALL);
        long entities = reads.count(CollectionKind.ENTITIES, Condition.ALL);
        reads.iterate(
                CollectionKind.PASSAGES,
                Condition.ALL,
                List.of(Fields.DOCUMENT),
                row -> documents.add(row.text(Fields.DOCUMENT)));
        reads.iterate(
                CollectionKind.RELATIONS, Condition.ALL, List.of(Fields.KEY), row -> keys.add(row.text(Fields.KEY)));
        return new GraphStatistics(
                documents.size(),
                passages,
                entities,
                keys.size(),
                reads.count(CollectionKind.PASSAGES, inStates(Set.of(Extraction.State.WAITING))),
                reads.count(CollectionKind.PASSAGES, inStates(Set.of(Extraction.State.FAILED))));
    }

    /** Counted row by row: the server may let a few through that a filter does not. */
    private GraphStatistics visibleStatistics(Set<String> documents, Set<String> keys) {
        Map<String, Long> states = new HashMap<>();
        reads.iterate(CollectionKind.PASSAGES, Condition.ALL, List.of(Fields.DOCUMENT, Fields.STATE), row -> {
            documents.add(row.text(Fields.DOCUMENT));
            states.merge(row.text(Fields.STATE), 1L, Long::sum);
        });
        reads.iterate(
                CollectionKind.RELATIONS, Condition.ALL, List.of(Fields.KEY), row -> keys.add(row.text(Fields.KEY)));
        return new GraphStatistics(
                documents.size(),
                states.values().stream().mapToLong(Long::longValue).sum(),
                new VisibleEntities(reads).all().size(),
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
            reads.iterate(
                    CollectionKind.RELATIONS,
                    Condition.is(Fields.PART, 0),
                    Reads.whole(CollectionKind.RELATIONS),
                    row -> visitor.relation(new Embedded<>(Rows.relation(row), row.vector())));
        }
        if (kinds.contains(RowKind.PASSAGE)) {
            reads.iterate(
                    CollectionKind.PASSAGES,
                    inStates(visitor.states()),
                    Reads.whole(CollectionKind.PASSAGES),
                    row -> visitor.passage(new Embedded<>(Rows.passage(row), row.vector())));
        }
    }

    private void showEntities(GraphVisitor visitor) {
        if (reads.filtered()) {
            VisibleEntities visible = new VisibleEntities(reads);
            for (List<String> some : Reads.parts(visible.all(), reads.mostRows())) {
                visible.byId(some).values().forEach(visitor::entity);
            }
        } else {
            reads.iterate(
                    CollectionKind.ENTITIES,
                    Condition.ALL,
                    Reads.whole(CollectionKind.ENTITIES),
                    row -> visitor.entity(new Embedded<>(Rows.entity(row), row.vector())));
        }
    }
}

package dev.tern.store.contract;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a graph, for comparison with another. Names are normalised, because the spelling
 * of a name may depend on the order of adding.
 *
 * @param entities normalised names, by id
 * @param relations the rows of relations, one for each passage that states a relation, by row id
 * @param passages the passages, by id
 */
public record Rows(
        Map<String, Embedded<String>> entities,
        Map<String, Embedded<RelationRow>> relations,
        Map<String, Embedded<Passage>> passages) {
    /** The rows of an empty graph. */
    public static final Rows NONE = new Rows(Map.of(), Map.of(), Map.of());

    /**
     * Returns all rows that a scan of the graph visits.
     *
     * @throws AssertionError if the scan visits a row twice
     */
    public static Rows of(GraphView store) {
        Map<String, Embedded<String>> entities = new TreeMap<>();
        Map<String, Embedded<RelationRow>> relations = new TreeMap<>();
        Map<String, Embedded<Passage>> passages = new TreeMap<>();
        store.scan(new GraphVisitor() {
            @Override
            public void entity(Embedded<Entity> entity) {
                String name = EntityName.normalise(entity.value().name());
                once(entities.put(entity.value().id(), new Embedded<>(name, entity.vector())), name);
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                once(
                        relations.put(relation.value().id(), relation),
                        relation.value().id());
            }

            @Override
            public void passage(Embedded<Passage> passage) {
                once(
                        passages.put(passage.value().id(), passage),
                        passage.value().id());
            }
        });
        return new Rows(entities, relations, passages);
    }

    private static void once(@Nullable Object before, String row) {
        if (before != null) {
            throw new AssertionError("the scan shows " + row + " twice");
        }
    }

    /**
     * Checks the references between rows.
     *
     * @throws AssertionError if a relation or passage lacks a row that it refers to
     */
    public void requireWhole() {
        for (Embedded<RelationRow> relation : relations.values()) {
            if (!passages.containsKey(relation.value().passageId())) {
                throw new AssertionError("a relation without its passage: " + relation);
            }
            for (String entityId : relation.value().entityIds()) {
                if (!entities.containsKey(entityId)) {
                    throw new AssertionError("a relation without one of its entities: " + relation);
                }
            }
        }
        for (Embedded<Passage> passage : passages.values()) {
            for (RelationRow row : RelationRow.of(passage.value())) {
                if (!relations.containsKey(row.id())) {
                    throw new AssertionError("a passage without one of its relations: " + row);
                }
            }
        }
    }
}

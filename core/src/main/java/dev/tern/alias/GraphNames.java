package dev.tern.alias;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The names of a graph and the passages that state something of them, read once from end to end.
 *
 * @param entities by id, in the order of their names
 * @param passages by the id of an entity the ids of passages, at most {@value #MOST_PASSAGES}
 */
record GraphNames(Map<String, Entity> entities, Map<String, Set<String>> passages) {
    /** More passages than this tell nothing more of a name. */
    private static final int MOST_PASSAGES = 500;

    static GraphNames of(GraphView view) {
        Map<String, Entity> byName = new TreeMap<>();
        Map<String, Set<String>> passages = new HashMap<>();
        view.scan(new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return EnumSet.of(RowKind.ENTITY, RowKind.RELATION);
            }

            @Override
            public void entity(Embedded<Entity> entity) {
                byName.put(entity.value().name() + "\n" + entity.value().id(), entity.value());
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                for (String id : relation.value().entityIds()) {
                    Set<String> known = passages.computeIfAbsent(id, absent -> new TreeSet<>());
                    if (known.size() < MOST_PASSAGES) {
                        known.add(relation.value().passageId());
                    }
                }
            }
        });
        Map<String, Entity> entities = new LinkedHashMap<>();
        byName.values().forEach(entity -> entities.put(entity.id(), entity));
        return new GraphNames(entities, passages);
    }

    /** The passages of an entity. */
    Set<String> of(String entityId) {
        return passages.getOrDefault(entityId, Set.of());
    }

    /** The passages that state something of both. */
    Set<String> together(String one, String other) {
        Set<String> both = new TreeSet<>(of(one));
        both.retainAll(of(other));
        return both;
    }
}

package dev.tern.eval.baseline;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A graph as arrays in memory, for walks. Entities are the nodes 0 to e - 1, passages the rest,
 * both ordered by id, so that the order of a scan does not matter.
 *
 * <pre>
 *   entity - entity    1 for every statement that joins them; the cosine for synonyms
 *   entity - passage   1 if the passage has a statement about the entity
 * </pre>
 */
final class PassageGraph {
    private final List<Embedded<Passage>> passages;
    private final Map<String, Integer> nodeOfEntity = new HashMap<>();
    private final Map<String, Integer> nodeOfPassage = new HashMap<>();
    private final int[] passageCount;
    private final List<Map<Integer, Integer>> slots = new ArrayList<>();
    private final WeightedEdges entityEdges;
    private final WeightedEdges allEdges;

    private PassageGraph(List<Embedded<Passage>> passages, List<Embedded<Entity>> entities) {
        this.passages = passages;
        entities.forEach(entity -> nodeOfEntity.put(entity.value().id(), nodeOfEntity.size()));
        for (Embedded<Passage> passage : passages) {
            nodeOfPassage.put(passage.value().id(), entities.size() + nodeOfPassage.size());
        }
        this.passageCount = new int[entities.size()];
        WeightedEdges.Builder joined = new WeightedEdges.Builder(entities.size() + passages.size());
        passages.forEach(passage -> joinEntities(passage.value(), joined));
        Synonyms.visit(entities, joined::join);
        this.entityEdges = joined.build();
        for (int p = 0; p < passages.size(); p++) {
            int node = entities.size() + p;
            slots.get(p).keySet().forEach(entity -> joined.join(entity, node, 1));
        }
        this.allEdges = joined.build();
    }

    static PassageGraph of(GraphStore store) {
        List<Embedded<Passage>> passages = new ArrayList<>();
        List<Embedded<Entity>> entities = new ArrayList<>();
        try (GraphView view = store.view()) {
            view.scan(new GraphVisitor() {
                @Override
                public Set<RowKind> kinds() {
                    return EnumSet.of(RowKind.PASSAGE, RowKind.ENTITY);
                }

                @Override
                public void entity(Embedded<Entity> entity) {
                    entities.add(entity);
                }

                @Override
                public void passage(Embedded<Passage> passage) {
                    passages.add(passage);
                }
            });
        }
        passages.sort(Comparator.comparing(passage -> passage.value().id()));
        entities.sort(Comparator.comparing(entity -> entity.value().id()));
        return new PassageGraph(List.copyOf(passages), entities);
    }

    private void joinEntities(Passage passage, WeightedEdges.Builder edges) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (Statement statement : passage.statements()) {
            List<Integer> nodes = new ArrayList<>();
            for (String id : statement.entityIds()) {
                Integer node = nodeOfEntity.get(id);
                if (node != null) {
                    nodes.forEach(before -> edges.join(before, node, 1));
                    nodes.add(node);
                    counts.merge(node, 1, Integer::sum);
                }
            }
        }
        counts.keySet().forEach(node -> passageCount[node]++);
        slots.add(counts);
    }

    /** Returns the passages, in the order of their ids. */
    List<Embedded<Passage>> passages() {
        return passages;
    }

    int nodes() {
        return passageCount.length + passages.size();
    }

    /** Returns the node of the passage at a position in {@link #passages}. */
    int nodeOfPassage(int place) {
        return passageCount.length + place;
    }

    /** Returns the node of an entity; -1 if there is none. */
    int nodeOfEntity(String id) {
        return nodeOfEntity.getOrDefault(id, -1);
    }

    /** Returns the number of passages with statements about an entity; 1 if there are none. */
    int passageCount(int node) {
        return Math.max(1, passageCount[node]);
    }

    /** Returns the number of statements about each entity node, in the passage at a position. */
    Map<Integer, Integer> slots(int place) {
        return slots.get(place);
    }

    WeightedEdges entityEdges() {
        return entityEdges;
    }

    /** Returns the edges between entities, and between passages and entities. */
    WeightedEdges allEdges() {
        return allEdges;
    }
}

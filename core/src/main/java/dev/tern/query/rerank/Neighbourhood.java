package dev.tern.query.rerank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.RelationsBy;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of the graph around a question, brought from the store as the walk asks for it: entities and passages as
 * nodes, an edge between two entities for every relation that joins them, and between an entity and a passage for every
 * statement of the passage that touches the entity. For one query and one thread.
 */
final class Neighbourhood {
    private final GraphView graph;
    private final float[] question;
    private final int lookupLimit;
    private final Map<String, Node> entities = new HashMap<>();
    private final Map<String, Node> passages = new HashMap<>();

    /**
     * An empty neighbourhood.
     *
     * @param question decides which relations of a hub are brought
     * @param lookupLimit the most relations that one look-up brings
     */
    Neighbourhood(GraphView graph, float[] question, int lookupLimit) {
        this.graph = graph;
        this.question = question;
        this.lookupLimit = lookupLimit;
    }

    /** An entity or a passage with its edges, once they are here. */
    static final class Node {
        final String id;
        final boolean passage;
        /** Weights by neighbour, in a fixed order, so that sums never depend on chance. */
        private final Map<Node, Integer> edges = new LinkedHashMap<>();

        private boolean here;

        private Node(String id, boolean passage) {
            this.id = id;
            this.passage = passage;
        }

        /** Whether the edges of this node have been brought. */
        boolean isHere() {
            return here;
        }

        Map<Node, Integer> edges() {
            return edges;
        }

        /** For an entity: how many passages state something about it; at least 1. */
        int passageCount() {
            int count = 0;
            for (Node neighbour : edges.keySet()) {
                count += neighbour.passage ? 1 : 0;
            }
            return Math.max(1, count);
        }

        private void join(Node other) {
            edges.merge(other, 1, Integer::sum);
        }
    }

    Node entity(String id) {
        return entities.computeIfAbsent(id, absent -> new Node(absent, false));
    }

    Node passage(String id) {
        return passages.computeIfAbsent(id, absent -> new Node(absent, true));
    }

    /**
     * Takes the edges of entities from relations that are here already.
     *
     * @param entityIds entities of which every relation is among those given
     */
    void take(Collection<String> entityIds, List<Scored<Relation>> relations) {
        Map<String, Node> taken = new LinkedHashMap<>();
        for (String id : entityIds) {
            Node node = entity(id);
            node.here = true;
            taken.put(id, node);
        }
        relations.forEach(relation -> joinEntities(relation.value(), taken));
    }

    /** Brings the edges of nodes: one look-up for the entities among them and one for the passages. */
    void bring(Collection<Node> nodes) {
        Map<String, Node> askedEntities = new LinkedHashMap<>();
        Map<String, Node> askedPassages = new LinkedHashMap<>();
        for (Node node : nodes) {
            if (!node.here) {
                node.here = true;
                (node.passage ? askedPassages : askedEntities).put(node.id, node);
            }
        }
        if (!askedEntities.isEmpty()) {
            List<Scored<Relation>> touching = graph.relationsTouching(askedEntities.keySet(), question, lookupLimit);
            touching.forEach(relation -> joinEntities(relation.value(), askedEntities));
        }
        if (!askedPassages.isEmpty()) {
            for (Embedded<Relation> relation : graph.relations(RelationsBy.PASSAGE, askedPassages.keySet())) {
                joinPassages(relation.value(), askedPassages);
            }
        }
    }

    private void joinEntities(Relation relation, Map<String, Node> asked) {
        for (String id : relation.entityIds()) {
            Node node = asked.get(id);
            if (node != null) {
                for (String other : relation.entityIds()) {
                    if (!other.equals(id)) {
                        node.join(entity(other));
                    }
                }
                relation.mentions().forEach(mention -> node.join(passage(mention.passageId())));
            }
        }
    }

    private void joinPassages(Relation relation, Map<String, Node> asked) {
        for (Relation.Mention mention : relation.mentions()) {
            Node node = asked.get(mention.passageId());
            if (node != null) {
                relation.entityIds().forEach(id -> node.join(entity(id)));
            }
        }
    }
}

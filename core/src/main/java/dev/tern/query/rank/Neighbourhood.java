package dev.tern.query.rank;

import dev.tern.graph.ContentId;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.note.AliasGroups;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of the graph around a question: entities and passages as nodes, an edge between two entities for every
 * relation that joins them, and between an entity and a passage for every statement of the passage that touches the entity.
 *
 * <p>Entities that an {@linkplain AliasGroups alias} joins are one node. It looks nothing up. Of an entity whose relations were looked up all edges are known, of any other those that the
 * statements of the passages at hand make. For one query and one thread.
 */
final class Neighbourhood {
    private static final int TITLE_WEIGHT = 5;
    private static final int ALIAS_WEIGHT = 1;

    private final AliasGroups aliases;
    private final Map<String, Node> entities = new HashMap<>();
    private final Map<String, Node> passages = new HashMap<>();
    private final NameKeys names = new NameKeys();

    Neighbourhood(AliasGroups aliases) {
        this.aliases = aliases;
    }

    /** An entity or a passage with the edges that are known. */
    static final class Node {
        final String id;
        final boolean passage;
        /** Weights by neighbour, in a fixed order, so that sums never depend on chance. */
        private final Map<Node, Integer> edges = new LinkedHashMap<>();
        /** What of these weights no statement makes. */
        private final Map<Node, Integer> links = new LinkedHashMap<>();

        private boolean lookedUp;
        private boolean whole;

        private Node(String id, boolean passage) {
            this.id = id;
            this.passage = passage;
        }

        /** Whether there are no edges but those that are known. */
        boolean isWhole() {
            return whole;
        }

        Map<Node, Integer> edges() {
            return edges;
        }

        /** For an entity: how many passages are known to state something about it; at least 1. */
        int passageCount() {
            int count = 0;
            for (Node neighbour : edges.keySet()) {
                count += neighbour.passage && stated(neighbour) > 0 ? 1 : 0;
            }
            return Math.max(1, count);
        }

        /** How many statements make the edge to a neighbour. */
        int stated(Node neighbour) {
            return edges.getOrDefault(neighbour, 0) - links.getOrDefault(neighbour, 0);
        }

        private void link(Node other, int weight) {
            if (links.putIfAbsent(other, weight) == null) {
                edges.merge(other, weight, Integer::sum);
            }
        }

        private void join(Node other) {
            edges.merge(other, 1, Integer::sum);
        }
    }

    Node entity(String id) {
        return entities.computeIfAbsent(aliases.node(id), absent -> new Node(absent, false));
    }

    Node passage(String id) {
        return passages.computeIfAbsent(id, absent -> new Node(absent, true));
    }

    /**
     * Takes the edges of entities from the relations that touch them, in place of what was known of them.
     *
     * @param all whether no relation that touches them is missing
     */
    void take(Collection<String> entityIds, List<Scored<Relation>> relations, boolean all) {
        Set<String> touched = Set.copyOf(entityIds);
        for (String id : touched) {
            Node node = entity(id);
            node.edges.clear();
            node.links.clear();
            node.lookedUp = true;
            node.whole = all;
        }
        for (Scored<Relation> scored : relations) {
            Relation relation = scored.value();
            List<String> ids = aliases.nodes(relation.entityIds());
            for (String id : ids) {
                if (touched.contains(id)) {
                    Node node = entity(id);
                    joinOthers(node, ids);
                    relation.mentions().forEach(mention -> node.join(passage(mention.passageId())));
                }
            }
        }
    }

    /** Takes the edges of a passage from its statements, and with them some of the entities that were not looked up. */
    void take(Passage passage) {
        Node node = passage(passage.id());
        if (node.whole) {
            return;
        }
        node.whole = true;
        for (Statement statement : passage.statements()) {
            List<String> ids = entityIds(statement);
            for (String id : ids) {
                Node entity = entity(id);
                node.join(entity);
                // What was looked up has this edge already.
                if (!entity.lookedUp) {
                    joinOthers(entity, ids);
                    entity.join(node);
                }
            }
        }
    }

    private void joinOthers(Node node, List<String> ids) {
        for (String other : ids) {
            if (!other.equals(node.id)) {
                node.join(entity(other));
            }
        }
    }

    /** Takes the names of entities, without which nothing tells short forms of names. */
    void know(Collection<Entity> named) {
        named.forEach(entity -> names.id(entity.name()));
    }

    /** The names of all that is known. */
    NameKeys names() {
        return names;
    }

    /**
     * Joins what belongs together though no statement says so, among what is known: an entity and a passage that has its
     * name for a title, and two entities of which one's name is a short form of the other's.
     */
    void link(Collection<Passage> titled) {
        for (Passage passage : titled) {
            for (String key : names.topic(passage)) {
                Node entity = entities.get(aliases.node(ContentId.ofEntity(key)));
                if (entity != null) {
                    entity.link(passage(passage.id()), TITLE_WEIGHT);
                    passage(passage.id()).link(entity, TITLE_WEIGHT);
                }
            }
        }
        Aliases.among(names, aliases::node)
                .forEach((shortForm, longer) -> longer.forEach(name -> linkNames(shortForm, name)));
        for (String ambiguous : aliases.ambiguous()) {
            if (entities.containsKey(ambiguous)) {
                aliases.meanings(ambiguous).stream()
                        .filter(meaning -> entities.containsKey(meaning.id()))
                        .forEach(meaning -> linkNames(ambiguous, meaning.id()));
            }
        }
    }

    private void linkNames(String one, String other) {
        Node node = entity(one);
        Node otherNode = entity(other);
        if (!node.equals(otherNode)) {
            node.link(otherNode, ALIAS_WEIGHT);
            otherNode.link(node, ALIAS_WEIGHT);
        }
    }

    /** The nodes that a statement touches. */
    List<String> entityIds(Statement statement) {
        List<String> ids = new ArrayList<>(statement.entities().size());
        for (String name : statement.entities()) {
            ids.add(names.id(name));
        }
        return aliases.nodes(ids);
    }
}

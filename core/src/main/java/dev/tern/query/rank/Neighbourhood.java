package dev.tern.query.rank;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What is known of the graph around a question: entities and passages as nodes, an edge between two entities for every
 * relation that joins them, and between an entity and a passage for every statement of the passage that touches the entity.
 *
 * <p>It looks nothing up. Of an entity whose relations were looked up all edges are known, of any
 * other those that the statements of the passages at hand make. For one query and one thread.
 */
final class Neighbourhood {
    private static final int TITLE_WEIGHT = 5;
    private static final int ALIAS_WEIGHT = 1;
    private static final int NEVER = 0;
    private static final int NOWHERE = -1;
    private static final int FIRST_NEIGHBOURS = 4;

    private final Map<String, Node> entities = new HashMap<>();
    private final Map<String, Node> passages = new HashMap<>();
    private final Map<String, Node> entityOfName = new HashMap<>();
    private final NameKeys names = new NameKeys();
    private int size;
    private int lookUps;

    /**
     * An entity or a passage with the edges that are known. Neighbours have places from 0 to {@link #degree}, in the order in which they
     * were joined first, so that sums never depend on chance.
     */
    static final class Node {
        private static final Node[] NOTHING = {};

        final String id;
        final boolean passage;
        /** How many nodes were made before this one. */
        final int number;

        /** The neighbours, one for each time they were joined; of the first {@code merged} each is there once. */
        private Node[] neighbours = NOTHING;

        private int[] weights = {};
        private int joined;
        private int merged;
        /** What of these weights no statement makes. */
        private Map<Node, Integer> links = Map.of();

        private int lookedUp;
        private boolean whole;

        /** At which place it is among the neighbours that are being merged. */
        private int place = NOWHERE;

        private Node(String id, boolean passage, int number) {
            this.id = id;
            this.passage = passage;
            this.number = number;
        }

        /** Whether there are no edges but those that are known. */
        boolean isWhole() {
            return whole;
        }

        /** How many neighbours are known. */
        int degree() {
            if (merged < joined) {
                merge();
            }
            return merged;
        }

        /** The neighbour at a place. */
        Node neighbour(int place) {
            return neighbours[place];
        }

        /** The weight of the edge to the neighbour at a place. */
        int weight(int place) {
            return weights[place];
        }

        /** How many statements make the edge to the neighbour at a place. */
        int stated(int place) {
            return links.isEmpty() ? weights[place] : weights[place] - links.getOrDefault(neighbours[place], 0);
        }

        /** For an entity: how many passages are known to state something about it; at least 1. */
        int passageCount() {
            int count = 0;
            int degree = degree();
            for (int place = 0; place < degree; place++) {
                count += neighbours[place].passage && stated(place) > 0 ? 1 : 0;
            }
            return Math.max(1, count);
        }

        private void merge() {
            for (int i = 0; i < merged; i++) {
                neighbours[i].place = i;
            }
            for (int i = merged; i < joined; i++) {
                Node neighbour = neighbours[i];
                if (neighbour.place == NOWHERE) {
                    neighbour.place = merged;
                    neighbours[merged] = neighbour;
                    weights[merged] = weights[i];
                    merged++;
                } else {
                    weights[neighbour.place] += weights[i];
                }
            }
            joined = merged;
            for (int i = 0; i < merged; i++) {
                neighbours[i].place = NOWHERE;
            }
        }

        private void link(Node other, int weight) {
            if (links.isEmpty()) {
                links = new HashMap<>();
            }
            if (links.putIfAbsent(other, weight) == null) {
                join(other, weight);
            }
        }

        private void join(Node other, int weight) {
            if (joined == neighbours.length) {
                int larger = Math.max(FIRST_NEIGHBOURS, 2 * joined);
                neighbours = Arrays.copyOf(neighbours, larger);
                weights = Arrays.copyOf(weights, larger);
            }
            neighbours[joined] = other;
            weights[joined] = weight;
            joined++;
        }

        private void forget() {
            joined = 0;
            merged = 0;
            links = Map.of();
        }
    }

    /** How many nodes there are; their numbers are less. */
    int size() {
        return size;
    }

    Node entity(String id) {
        return entities.computeIfAbsent(id, absent -> new Node(absent, false, size++));
    }

    Node passage(String id) {
        return passages.computeIfAbsent(id, absent -> new Node(absent, true, size++));
    }

    /**
     * Takes the edges of entities from the relations that touch them, in place of what was known of them.
     *
     * @param nodeIds the ids of the entities
     * @param all whether no relation that touches them is missing
     */
    void take(Collection<String> nodeIds, List<Scored<Relation>> relations, boolean all) {
        lookUps++;
        for (String id : nodeIds) {
            Node node = entity(id);
            node.forget();
            node.lookedUp = lookUps;
            node.whole = all;
        }
        for (Scored<Relation> scored : relations) {
            Relation relation = scored.value();
            List<Node> touched = entities(relation.entityIds(), this::entity);
            for (Node node : touched) {
                if (node.lookedUp == lookUps) {
                    joinOthers(node, touched);
                    relation.mentions().forEach(mention -> node.join(passage(mention.passageId()), 1));
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
            List<Node> touched = entities(statement.entities(), this::named);
            for (Node entity : touched) {
                node.join(entity, 1);
                // What was looked up has this edge already.
                if (entity.lookedUp == NEVER) {
                    joinOthers(entity, touched);
                    entity.join(node, 1);
                }
            }
        }
    }

    private static void joinOthers(Node node, List<Node> touched) {
        for (Node other : touched) {
            if (other != node) {
                node.join(other, 1);
            }
        }
    }

    private static List<Node> entities(List<String> named, Function<String, Node> node) {
        List<Node> nodes = new ArrayList<>(named.size());
        for (String each : named) {
            nodes.add(node.apply(each));
        }
        return nodes;
    }

    private Node named(String name) {
        return entityOfName.computeIfAbsent(name, absent -> entity(names.id(absent)));
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
                Node entity = entities.get(names.idOf(key));
                if (entity != null) {
                    entity.link(passage(passage.id()), TITLE_WEIGHT);
                    passage(passage.id()).link(entity, TITLE_WEIGHT);
                }
            }
        }
        Aliases.among(names).forEach((shortForm, longer) -> longer.forEach(name -> linkNames(shortForm, name)));
    }

    private void linkNames(String one, String other) {
        Node node = entity(one);
        Node otherNode = entity(other);
        if (node != otherNode) {
            node.link(otherNode, ALIAS_WEIGHT);
            otherNode.link(node, ALIAS_WEIGHT);
        }
    }
}

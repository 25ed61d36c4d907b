package dev.tern.query.rank;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Relation.Mention;
import dev.tern.graph.Scored;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The known part of the graph around a question: entities and passages as nodes, an edge between
 * two entities for every relation that joins them, and between an entity and a passage for every
 * statement of the passage that touches the entity.
 *
 * <p>The neighbourhood does not read the store. An entity has the edges of its relations if they
 * were fetched, otherwise the edges of the known passages. For one query; not thread-safe.
 */
final class Neighbourhood {
    private static final int TITLE_WEIGHT = 5;
    private static final int SHORT_FORM_WEIGHT = 1;
    private static final int NEVER = 0;
    private static final int NOWHERE = -1;
    private static final int INITIAL_CAPACITY = 4;
    /** The size of the maps from the start: growing a map costs as much as filling it. */
    private static final int TYPICAL_NODES = 3_000;

    private final Map<String, Node> entities = HashMap.newHashMap(TYPICAL_NODES);
    private final Map<String, Node> passages = new HashMap<>();
    private final Map<String, Name> names = LinkedHashMap.newLinkedHashMap(TYPICAL_NODES);
    private final PassageCache cache;
    private final Map<String, PassageForms> forms = new HashMap<>();
    private int size;
    private int fetches;

    /**
     * An entity or a passage with its known edges. Neighbours have indexes below {@link #degree},
     * in the order of joining, so that sums are reproducible.
     */
    static final class Node {
        private static final Node[] NOTHING = {};

        final String id;
        final boolean passage;
        /** The number of nodes made before this one. */
        final int number;

        /** The neighbours: {@code merged} distinct ones, then one for each join since. */
        private Node[] neighbours = NOTHING;

        private int[] weights = {};
        /** The parts of the weights that come from statements, not from links. */
        private int[] statements = {};

        private int joined;
        private int merged;
        private int links;
        private int fetchNumber;
        private boolean complete;

        /** The index of this node among the neighbours that are being merged. */
        private int mergeIndex = NOWHERE;

        private Node(String id, boolean passage, int number) {
            this.id = id;
            this.passage = passage;
            this.number = number;
        }

        /** Returns the number: the identity hash of a new node takes longer. */
        @Override
        public int hashCode() {
            return number;
        }

        /** Returns true if all edges of the node are known. */
        boolean isComplete() {
            return complete;
        }

        /** Returns the number of known neighbours. */
        int degree() {
            if (merged < joined) {
                merge();
            }
            return merged;
        }

        /** Returns the neighbour at an index. */
        Node neighbour(int place) {
            return neighbours[place];
        }

        /** Returns the weight of the edge to the neighbour at an index. */
        int weight(int place) {
            return weights[place];
        }

        /** Returns the number of statements of the edge to the neighbour at an index. */
        int statementCount(int place) {
            return statements[place];
        }

        /** Returns an entity's number of known passages with a statement about it; at least 1. */
        int passageCount() {
            int count = 0;
            int degree = degree();
            for (int place = 0; place < degree; place++) {
                count += neighbours[place].passage && statements[place] > 0 ? 1 : 0;
            }
            return Math.max(1, count);
        }

        private void merge() {
            for (int i = 0; i < merged; i++) {
                neighbours[i].mergeIndex = i;
            }
            for (int i = merged; i < joined; i++) {
                Node neighbour = neighbours[i];
                if (neighbour.mergeIndex == NOWHERE) {
                    neighbour.mergeIndex = merged;
                    neighbours[merged] = neighbour;
                    weights[merged] = weights[i];
                    statements[merged] = statements[i];
                    merged++;
                } else {
                    weights[neighbour.mergeIndex] += weights[i];
                    statements[neighbour.mergeIndex] += statements[i];
                }
            }
            joined = merged;
            for (int i = 0; i < merged; i++) {
                neighbours[i].mergeIndex = NOWHERE;
            }
        }

        private void link(Node other, int weight) {
            if (links == 0 || !isLinkedTo(other)) {
                join(other, weight, 0);
                links++;
            }
        }

        private boolean isLinkedTo(Node other) {
            for (int i = 0; i < joined; i++) {
                if (neighbours[i] == other && weights[i] > statements[i]) {
                    return true;
                }
            }
            return false;
        }

        /** Joins a neighbour by one statement. */
        private void join(Node other) {
            join(other, 1, 1);
        }

        private void join(Node other, int weight, int stated) {
            if (joined == neighbours.length) {
                int larger = Math.max(INITIAL_CAPACITY, 2 * joined);
                neighbours = Arrays.copyOf(neighbours, larger);
                weights = Arrays.copyOf(weights, larger);
                statements = Arrays.copyOf(statements, larger);
            }
            neighbours[joined] = other;
            weights[joined] = weight;
            statements[joined] = stated;
            joined++;
        }

        private void forget() {
            joined = 0;
            merged = 0;
            links = 0;
        }
    }

    Neighbourhood(PassageCache cache) {
        this.cache = cache;
    }

    /** Returns the number of nodes; every {@link Node#number} is below it. */
    int size() {
        return size;
    }

    Node entity(String id) {
        Node known = entities.get(id);
        return known != null ? known : add(id, false, entities);
    }

    Node passage(String id) {
        Node known = passages.get(id);
        return known != null ? known : add(id, true, passages);
    }

    private Node add(String id, boolean passage, Map<String, Node> nodes) {
        Node node = new Node(id, passage, size++);
        nodes.put(id, node);
        return node;
    }

    /**
     * Replaces the edges of entities by the relations that touch them.
     *
     * @param nodeIds the ids of the entities
     * @param complete true if no relation that touches the entities is missing
     */
    void addEdges(Collection<String> nodeIds, List<Scored<Relation>> relations, boolean complete) {
        fetches++;
        for (String id : nodeIds) {
            Node node = entity(id);
            node.forget();
            node.fetchNumber = fetches;
            node.complete = complete;
        }
        for (Scored<Relation> scored : relations) {
            Relation relation = scored.value();
            Node[] touched = new Node[relation.entityIds().size()];
            for (int i = 0; i < touched.length; i++) {
                touched[i] = entity(relation.entityIds().get(i));
            }
            for (Node node : touched) {
                if (node.fetchNumber == fetches) {
                    join(node, touched, relation.mentions());
                }
            }
        }
    }

    private void join(Node node, Node[] touched, List<Mention> mentions) {
        for (Node other : touched) {
            if (other != node) {
                node.join(other);
            }
        }
        for (Mention mention : mentions) {
            node.join(passage(mention.passageId()));
        }
    }

    /** Adds the edges of a passage's statements; fetched entities have their side already. */
    void addEdges(Passage passage) {
        Node node = passage(passage.id());
        if (node.complete) {
            return;
        }
        node.complete = true;
        PassageForms forms = forms(passage);
        Node[] entities = new Node[forms.names().size()];
        for (int i = 0; i < entities.length; i++) {
            entities[i] = entity(forms.names().get(i));
        }
        for (int[] statement : forms.statements()) {
            for (int index : statement) {
                Node entity = entities[index];
                node.join(entity);
                // An entity with fetched relations has this edge already.
                if (entity.fetchNumber == NEVER) {
                    for (int other : statement) {
                        if (other != index) {
                            entity.join(entities[other]);
                        }
                    }
                    entity.join(node);
                }
            }
        }
    }

    private Node entity(Name name) {
        names.putIfAbsent(name.key(), name);
        return entity(name.id());
    }

    /** Records the names of entities, among which {@link #link} finds short forms. */
    void know(Collection<Entity> named) {
        named.stream().map(entity -> cache.name(entity.name())).forEach(name -> names.putIfAbsent(name.key(), name));
    }

    /** Returns the forms of a passage. */
    PassageForms forms(Passage passage) {
        return forms.computeIfAbsent(passage.id(), absent -> cache.of(passage));
    }

    /** Returns all recorded names by their keys, in the order of recording; do not modify it. */
    Map<String, Name> names() {
        return names;
    }

    /**
     * Adds edges without a statement between known nodes: an entity and a passage with its name as
     * title, and two entities one of whose names is a short form of the other's.
     */
    void link(Collection<Passage> titled) {
        for (Passage passage : titled) {
            for (Name name : forms(passage).topic()) {
                Node entity = entities.get(name.id());
                if (entity != null) {
                    entity.link(passage(passage.id()), TITLE_WEIGHT);
                    passage(passage.id()).link(entity, TITLE_WEIGHT);
                }
            }
        }
        ShortForms.of(names).forEach((shortForm, longer) -> longer.forEach(name -> linkNames(shortForm, name)));
    }

    private void linkNames(Name one, Name other) {
        Node node = entity(one.id());
        Node otherNode = entity(other.id());
        if (node != otherNode) {
            node.link(otherNode, SHORT_FORM_WEIGHT);
            otherNode.link(node, SHORT_FORM_WEIGHT);
        }
    }
}

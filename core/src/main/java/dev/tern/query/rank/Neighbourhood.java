package dev.tern.query.rank;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.rank.PassageForms.Name;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

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

    private final Map<String, Node> entities = new HashMap<>();
    private final Map<String, Node> passages = new HashMap<>();
    private final NameKeys names = new NameKeys();
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
        private int joined;
        private int merged;
        /** The part of the weight to a neighbour that comes from a link, not from statements. */
        private Map<Node, Integer> links = Map.of();

        private int fetchNumber;
        private boolean complete;

        /** The index of this node among the neighbours that are being merged. */
        private int mergeIndex = NOWHERE;

        private Node(String id, boolean passage, int number) {
            this.id = id;
            this.passage = passage;
            this.number = number;
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
            return links.isEmpty() ? weights[place] : weights[place] - links.getOrDefault(neighbours[place], 0);
        }

        /** Returns an entity's number of known passages with a statement about it; at least 1. */
        int passageCount() {
            int count = 0;
            int degree = degree();
            for (int place = 0; place < degree; place++) {
                count += neighbours[place].passage && statementCount(place) > 0 ? 1 : 0;
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
                    merged++;
                } else {
                    weights[neighbour.mergeIndex] += weights[i];
                }
            }
            joined = merged;
            for (int i = 0; i < merged; i++) {
                neighbours[i].mergeIndex = NOWHERE;
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
                int larger = Math.max(INITIAL_CAPACITY, 2 * joined);
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

    Neighbourhood(PassageCache cache) {
        this.cache = cache;
    }

    /** Returns the number of nodes; every {@link Node#number} is below it. */
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
            List<Node> touched = entities(relation.entityIds(), this::entity);
            for (Node node : touched) {
                if (node.fetchNumber == fetches) {
                    joinOthers(node, touched);
                    relation.mentions().forEach(mention -> node.join(passage(mention.passageId()), 1));
                }
            }
        }
    }

    /** Adds the edges of a passage's statements; fetched entities have their side already. */
    void addEdges(Passage passage) {
        Node node = passage(passage.id());
        if (node.complete) {
            return;
        }
        node.complete = true;
        for (List<Name> statement : forms(passage).statements()) {
            List<Node> touched = entities(statement, this::entity);
            for (Node entity : touched) {
                node.join(entity, 1);
                // An entity with fetched relations has this edge already.
                if (entity.fetchNumber == NEVER) {
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

    private static <T> List<Node> entities(List<T> named, Function<T, Node> node) {
        List<Node> nodes = new ArrayList<>(named.size());
        for (T each : named) {
            nodes.add(node.apply(each));
        }
        return nodes;
    }

    private Node entity(Name name) {
        names.add(name);
        return entity(name.id());
    }

    /** Records the names of entities, among which {@link #link} finds short forms. */
    void know(Collection<Entity> named) {
        named.forEach(entity -> names.add(Name.of(entity.name())));
    }

    /** Returns the forms of a passage. */
    PassageForms forms(Passage passage) {
        return forms.computeIfAbsent(passage.id(), absent -> cache.of(passage));
    }

    /** Returns the names of all known entities. */
    NameKeys names() {
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

    private void linkNames(String one, String other) {
        Node node = entity(one);
        Node otherNode = entity(other);
        if (node != otherNode) {
            node.link(otherNode, SHORT_FORM_WEIGHT);
            otherNode.link(node, SHORT_FORM_WEIGHT);
        }
    }
}

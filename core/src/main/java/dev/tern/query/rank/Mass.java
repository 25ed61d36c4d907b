package dev.tern.query.rank;

import dev.tern.query.rank.Neighbourhood.Node;
import java.util.function.ObjDoubleConsumer;

/** What a walk brings the nodes of a neighbourhood: what each keeps, and what it may hand on. For one thread. */
final class Mass {
    /** The share of its mass that a node keeps when it hands on the rest: the less, the more reaches the second hop. */
    static final double KEPT = 0.3;

    private final double[] kept;
    private final double[] undecided;
    /** The nodes that were reached, in that order; and by number whether they were. */
    private final Node[] reached;

    private final boolean[] isReached;
    private int count;

    /**
     * A neighbourhood without any mass.
     *
     * @param nodes above the number of every node that will be reached
     */
    Mass(int nodes) {
        kept = new double[nodes];
        undecided = new double[nodes];
        reached = new Node[nodes];
        isReached = new boolean[nodes];
    }

    /** Says how much a node may hand on. */
    void put(Node node, double mass) {
        undecided[node.number] = mass;
        if (!isReached[node.number]) {
            isReached[node.number] = true;
            reached[count++] = node;
        }
    }

    /** How much a node may hand on. */
    double undecided(Node node) {
        return undecided[node.number];
    }

    /** Lets a node keep its share of what it may hand on, the rest of which it has handed on. */
    void keep(Node node) {
        kept[node.number] += KEPT * undecided[node.number];
        undecided[node.number] = 0;
    }

    /** The mass of a node; 0 if it was not reached. */
    double of(Node node) {
        return node.number < kept.length ? kept[node.number] + KEPT * undecided[node.number] : 0;
    }

    /** Shows each node that was reached, in the order in which they were, with its mass. */
    void forEach(ObjDoubleConsumer<Node> visitor) {
        for (int i = 0; i < count; i++) {
            visitor.accept(reached[i], of(reached[i]));
        }
    }
}

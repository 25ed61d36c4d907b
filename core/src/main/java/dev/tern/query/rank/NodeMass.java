package dev.tern.query.rank;

import dev.tern.query.rank.Neighbourhood.Node;
import java.util.function.ObjDoubleConsumer;

/** The mass of nodes in a walk: kept mass, and mass still to pass on. Not thread-safe. */
final class NodeMass {
    /** The share of its mass that a node keeps; with a low share, the second hop has more. */
    static final double KEPT_SHARE = 0.3;

    private final double[] kept;
    private final double[] undecided;
    /** The reached nodes, in the order of reaching. */
    private final Node[] reached;

    private final boolean[] isReached;
    private int count;

    /**
     * Creates masses of 0.
     *
     * @param nodes greater than the number of every node that will be reached
     */
    NodeMass(int nodes) {
        kept = new double[nodes];
        undecided = new double[nodes];
        reached = new Node[nodes];
        isReached = new boolean[nodes];
    }

    /** Sets the residual of a node: the mass that it has not pushed yet. */
    void setUndecided(Node node, double mass) {
        undecided[node.number] = mass;
        if (!isReached[node.number]) {
            isReached[node.number] = true;
            reached[count++] = node;
        }
    }

    /** Returns the residual of a node. */
    double undecided(Node node) {
        return undecided[node.number];
    }

    /** Keeps a node's share of its undecided mass; the caller passes on the rest. */
    void keep(Node node) {
        kept[node.number] += KEPT_SHARE * undecided[node.number];
        undecided[node.number] = 0;
    }

    /** Returns a node's kept mass and its share of the undecided mass; 0 if it was not reached. */
    double of(Node node) {
        return node.number < kept.length ? kept[node.number] + KEPT_SHARE * undecided[node.number] : 0;
    }

    /** Passes each reached node with its mass to a visitor, in the order of reaching. */
    void forEach(ObjDoubleConsumer<Node> visitor) {
        for (int i = 0; i < count; i++) {
            visitor.accept(reached[i], of(reached[i]));
        }
    }
}

package dev.tern.query.rank;

import dev.tern.query.rank.Neighbourhood.Node;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Personalised PageRank by forward push, after Andersen, Chung, Lang: "Local Graph Partitioning
 * using PageRank Vectors", FOCS 2006. Mass starts at the seeds. A node with at least {@code
 * threshold} of undecided mass (residual) keeps a share of it and distributes the rest to its
 * neighbours by weight; if none is passable, the rest is lost. Mass below the threshold, or at a
 * node without edges, stays undecided. The work depends on the threshold, not on the size of the
 * graph: about a hundred pushes at 1e-3.
 */
final class ForwardPush {
    private final double threshold;

    /**
     * Creates a push that stops at a threshold.
     *
     * @param threshold the minimum undecided mass that is pushed, above 0
     */
    ForwardPush(double threshold) {
        this.threshold = threshold;
    }

    /**
     * Returns the mass of every node that was reached.
     *
     * @param neighbourhood the known nodes
     * @param seeds the initial mass by node
     * @param through returns true for nodes to which mass may pass
     */
    NodeMass push(Neighbourhood neighbourhood, Map<Node, Double> seeds, Predicate<Node> through) {
        NodeMass mass = new NodeMass(neighbourhood.size());
        seeds.forEach(mass::setUndecided);
        ArrayDeque<Node> queue = new ArrayDeque<>(seeds.keySet());
        while (!queue.isEmpty()) {
            Node node = queue.poll();
            double left = mass.undecided(node);
            int degree = node.degree();
            if (left < threshold || degree == 0) {
                continue;
            }
            mass.keep(node);
            long total = 0;
            for (int place = 0; place < degree; place++) {
                total += through.test(node.neighbour(place)) ? node.weight(place) : 0;
            }
            for (int place = 0; place < degree; place++) {
                Node neighbour = node.neighbour(place);
                if (through.test(neighbour)) {
                    double before = mass.undecided(neighbour);
                    double after = before + (1 - NodeMass.KEPT_SHARE) * left * node.weight(place) / total;
                    mass.setUndecided(neighbour, after);
                    if (before < threshold && after >= threshold) {
                        queue.add(neighbour);
                    }
                }
            }
        }
        return mass;
    }
}

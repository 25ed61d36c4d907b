package dev.tern.query.rank;

import dev.tern.query.rank.Neighbourhood.Node;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Personalised PageRank by forward push (Andersen, Chung, Lang: "Local Graph Partitioning using
 * PageRank Vectors", FOCS 2006): mass starts at the seeds; a node that holds at least {@code
 * threshold} of undecided mass keeps a share of it and distributes the rest to its neighbours by
 * weight. Mass below the threshold, or at a node without edges, stays. The work depends on the
 * threshold, not on the size of the graph: about a hundred pushes at 1e-3.
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
     * @param neighbourhood the nodes
     * @param seeds mass by node
     * @param through tests if a node may be entered
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

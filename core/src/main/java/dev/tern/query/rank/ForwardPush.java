package dev.tern.query.rank;

import dev.tern.query.rank.Neighbourhood.Node;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Personalised PageRank by forward push (Andersen, Chung, Lang: "Local Graph Partitioning using PageRank Vectors",
 * FOCS 2006): mass starts at the seeds; a node that holds at least {@code threshold} of undecided mass keeps a
 * share of it and hands the rest to its neighbours by weight. What is left below the threshold, or at a node without edges,
 * stays where it lies. The work depends on the threshold, not on the size of the graph: about a hundred pushes at 1e-3.
 */
final class ForwardPush {
    /** The share of its mass that a node keeps when it pushes: the less, the more reaches the second hop. */
    static final double KEPT = 0.3;

    private final double threshold;

    /**
     * A push that stops at a threshold.
     *
     * @param threshold the least undecided mass that is pushed, above 0
     */
    ForwardPush(double threshold) {
        this.threshold = threshold;
    }

    /**
     * The mass of every node that was reached.
     *
     * @param seeds mass by node
     * @param through which nodes the walk may enter
     */
    Map<Node, Double> push(Map<Node, Double> seeds, Predicate<Node> through) {
        Map<Node, Share> shares = new LinkedHashMap<>();
        seeds.forEach((node, mass) -> shares.put(node, new Share(mass)));
        ArrayDeque<Node> queue = new ArrayDeque<>(seeds.keySet());
        while (!queue.isEmpty()) {
            Node node = queue.poll();
            Share share = shares.computeIfAbsent(node, absent -> new Share(0));
            double left = share.undecided;
            if (left < threshold || node.edges().isEmpty()) {
                continue;
            }
            share.undecided = 0;
            share.kept += KEPT * left;
            long total = 0;
            for (Map.Entry<Node, Integer> edge : node.edges().entrySet()) {
                total += through.test(edge.getKey()) ? edge.getValue() : 0;
            }
            for (Map.Entry<Node, Integer> edge : node.edges().entrySet()) {
                if (through.test(edge.getKey())) {
                    Share its = shares.computeIfAbsent(edge.getKey(), absent -> new Share(0));
                    double before = its.undecided;
                    its.undecided = before + (1 - KEPT) * left * edge.getValue() / total;
                    if (before < threshold && its.undecided >= threshold) {
                        queue.add(edge.getKey());
                    }
                }
            }
        }
        Map<Node, Double> mass = LinkedHashMap.newLinkedHashMap(shares.size());
        shares.forEach((node, share) -> mass.put(node, share.kept + KEPT * share.undecided));
        return mass;
    }

    /** What a node keeps, and what it may hand on. */
    private static final class Share {
        private double kept;
        private double undecided;

        Share(double undecided) {
            this.undecided = undecided;
        }
    }
}

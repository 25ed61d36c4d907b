package dev.tern.query.rerank;

import dev.tern.query.rerank.Neighbourhood.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Personalised PageRank by forward push (Andersen, Chung, Lang: "Local Graph Partitioning using PageRank Vectors",
 * FOCS 2006): mass starts at the seeds; a node that holds at least {@code threshold} of undecided mass keeps a
 * share of it and hands the rest to its neighbours by weight. What is left below the threshold stays where it lies. The work
 * depends on the threshold, not on the size of the graph: about a hundred pushes at 1e-3.
 *
 * <p>The edges of a node are brought from the store only when it has to push, all such nodes in one look-up a round.
 */
final class ForwardPush {
    /** The share of its mass that a node keeps when it pushes: the less, the more reaches the second hop. */
    static final double KEPT = 0.3;

    private final Neighbourhood neighbourhood;
    private final double threshold;
    private final int rounds;

    /**
     * A push over a neighbourhood.
     *
     * @param threshold the least undecided mass that is pushed, above 0
     * @param rounds the most look-ups of nodes whose edges are not here yet
     */
    ForwardPush(Neighbourhood neighbourhood, double threshold, int rounds) {
        this.neighbourhood = neighbourhood;
        this.threshold = threshold;
        this.rounds = rounds;
    }

    /**
     * The mass of every node that was reached.
     *
     * @param seeds mass by node
     * @param through which nodes the walk may enter
     */
    Map<Node, Double> push(Map<Node, Double> seeds, Predicate<Node> through) {
        Map<Node, Double> mass = new LinkedHashMap<>();
        Map<Node, Double> undecided = new LinkedHashMap<>(seeds);
        for (int round = 0; ; round++) {
            pushAll(mass, undecided, through);
            List<Node> waiting = new ArrayList<>();
            undecided.forEach((node, left) -> {
                if (left >= threshold && !node.isHere()) {
                    waiting.add(node);
                }
            });
            if (waiting.isEmpty() || round == rounds) {
                break;
            }
            neighbourhood.bring(waiting);
        }
        undecided.forEach((node, left) -> mass.merge(node, KEPT * left, Double::sum));
        return mass;
    }

    private void pushAll(Map<Node, Double> mass, Map<Node, Double> undecided, Predicate<Node> through) {
        ArrayDeque<Node> queue = new ArrayDeque<>(undecided.keySet());
        while (!queue.isEmpty()) {
            Node node = queue.poll();
            double left = undecided.getOrDefault(node, 0.0);
            if (left < threshold || !node.isHere()) {
                continue;
            }
            undecided.put(node, 0.0);
            mass.merge(node, KEPT * left, Double::sum);
            long total = 0;
            for (Map.Entry<Node, Integer> edge : node.edges().entrySet()) {
                total += through.test(edge.getKey()) ? edge.getValue() : 0;
            }
            for (Map.Entry<Node, Integer> edge : node.edges().entrySet()) {
                if (through.test(edge.getKey())) {
                    double share = (1 - KEPT) * left * edge.getValue() / total;
                    double before = undecided.getOrDefault(edge.getKey(), 0.0);
                    undecided.put(edge.getKey(), before + share);
                    if (before < threshold && before + share >= threshold) {
                        queue.add(edge.getKey());
                    }
                }
            }
        }
    }
}

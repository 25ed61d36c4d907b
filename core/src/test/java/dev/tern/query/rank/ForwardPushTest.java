package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.ContentId;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.query.rank.Neighbourhood.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Compares forward push with the personalised PageRank that it approximates. */
class ForwardPushTest {
    @Test
    void approaches_personalised_pagerank_as_the_threshold_falls() {
        for (int seed = 0; seed < 20; seed++) {
            int number = seed;
            Neighbourhood neighbourhood = randomGraph(new Random(seed));
            Map<Node, Double> seeds = Map.of(neighbourhood.entity(ContentId.ofEntity("e0")), 1.0);

            Map<Node, Double> pushed = push(1e-9, neighbourhood, seeds, node -> true);

            Map<Node, Double> exact = pageRank(new ArrayList<>(pushed.keySet()), seeds);
            pushed.forEach(
                    (node, mass) -> assertThat(mass).as("seed %d", number).isEqualTo(exact.get(node), within(1e-5)));
        }
    }

    @Test
    void what_lies_below_the_threshold_or_at_a_node_without_edges_stays_there() {
        Neighbourhood neighbourhood = randomGraph(new Random(3));
        Node small = neighbourhood.entity(ContentId.ofEntity("e0"));
        Node lonely = neighbourhood.entity(ContentId.ofEntity("nobody"));

        Map<Node, Double> reached = push(0.5, neighbourhood, Map.of(small, 0.4, lonely, 0.6), node -> true);

        assertThat(reached)
                .containsOnly(
                        Map.entry(small, NodeMass.KEPT_SHARE * 0.4), Map.entry(lonely, NodeMass.KEPT_SHARE * 0.6));
    }

    @Test
    void never_enters_a_node_that_is_closed_to_it() {
        Neighbourhood neighbourhood = randomGraph(new Random(4));
        Node start = neighbourhood.entity(ContentId.ofEntity("e0"));

        Map<Node, Double> reached = push(1e-6, neighbourhood, Map.of(start, 1.0), node -> !node.passage);

        assertThat(reached.keySet()).hasSizeGreaterThan(1).noneMatch(node -> node.passage);
    }

    private static Map<Node, Double> push(
            double threshold, Neighbourhood neighbourhood, Map<Node, Double> seeds, Predicate<Node> through) {
        Map<Node, Double> reached = new LinkedHashMap<>();
        new ForwardPush(threshold).push(neighbourhood, seeds, through).forEach(reached::put);
        return reached;
    }

    /** Solves x = keep · r + (1 - keep) · P x, by iteration. */
    private static Map<Node, Double> pageRank(List<Node> nodes, Map<Node, Double> seeds) {
        Map<Node, Double> x = new HashMap<>(seeds);
        for (int i = 0; i < 300; i++) {
            Map<Node, Double> next = new HashMap<>();
            seeds.forEach((node, mass) -> next.merge(node, NodeMass.KEPT_SHARE * mass, Double::sum));
            for (Node from : nodes) {
                double mass = x.getOrDefault(from, 0.0);
                double total = NeighbourhoodTest.edges(from).values().stream()
                        .mapToInt(weight -> weight)
                        .sum();
                NeighbourhoodTest.edges(from)
                        .forEach((to, weight) ->
                                next.merge(to, (1 - NodeMass.KEPT_SHARE) * mass * weight / total, Double::sum));
            }
            x = next;
        }
        return x;
    }

    private static Neighbourhood randomGraph(Random random) {
        Neighbourhood neighbourhood = new Neighbourhood(new PassageCache());
        for (int i = 0; i < 8; i++) {
            List<Statement> statements = new ArrayList<>();
            for (int s = 0; s < 3; s++) {
                String first = i + s == 0 ? "e0" : "e" + random.nextInt(9);
                statements.add(new Statement("s" + i + "," + s, List.of(first, "e" + random.nextInt(9))));
            }
            neighbourhood.addEdges(Passage.of(SourceDocument.of("d" + i, "text " + i), 0, "text " + i, statements));
        }
        return neighbourhood;
    }
}

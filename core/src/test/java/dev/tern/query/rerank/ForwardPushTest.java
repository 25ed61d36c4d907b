package dev.tern.query.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.ContentId;
import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.query.rerank.Neighbourhood.Node;
import dev.tern.store.GraphBatch;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Forward push against the personalised PageRank that it approaches. */
class ForwardPushTest {
    private static final float[] ANY = {1, 0};

    @Test
    void approaches_personalised_pagerank_as_the_threshold_falls() {
        for (int seed = 0; seed < 20; seed++) {
            int number = seed;
            Random random = new Random(seed);
            InMemoryGraphStore store = randomGraph(random);
            Neighbourhood neighbourhood = new Neighbourhood(store, ANY, 10_000);
            Map<Node, Double> seeds = Map.of(neighbourhood.entity(ContentId.ofEntity("e0")), 1.0);

            Map<Node, Double> pushed = new ForwardPush(neighbourhood, 1e-9, 50).push(seeds, node -> true);

            Map<Node, Double> exact = pageRank(new ArrayList<>(pushed.keySet()), seeds);
            pushed.forEach(
                    (node, mass) -> assertThat(mass).as("seed %d", number).isEqualTo(exact.get(node), within(1e-5)));
        }
    }

    @Test
    void brings_only_the_nodes_that_push() {
        InMemoryGraphStore store = randomGraph(new Random(3));
        Neighbourhood neighbourhood = new Neighbourhood(store, ANY, 10_000);
        Node start = neighbourhood.entity(ContentId.ofEntity("e0"));

        Map<Node, Double> reached = new ForwardPush(neighbourhood, 0.9, 50).push(Map.of(start, 1.0), node -> true);

        assertThat(reached.keySet().stream().filter(Node::isHere)).containsExactly(start);
    }

    @Test
    void stops_after_its_rounds_and_loses_no_seed() {
        Neighbourhood neighbourhood = new Neighbourhood(randomGraph(new Random(4)), ANY, 10_000);
        Node start = neighbourhood.entity(ContentId.ofEntity("e0"));

        Map<Node, Double> reached = new ForwardPush(neighbourhood, 1e-9, 0).push(Map.of(start, 1.0), node -> true);

        assertThat(reached).containsOnlyKeys(start);
    }

    /** x = keep · r + (1 - keep) · P x, by iterating to the fixed point. */
    private static Map<Node, Double> pageRank(List<Node> nodes, Map<Node, Double> seeds) {
        Map<Node, Double> x = new HashMap<>(seeds);
        for (int i = 0; i < 300; i++) {
            Map<Node, Double> next = new HashMap<>();
            seeds.forEach((node, mass) -> next.merge(node, ForwardPush.KEPT * mass, Double::sum));
            for (Node from : nodes) {
                double mass = x.getOrDefault(from, 0.0);
                double total = from.edges().values().stream()
                        .mapToInt(weight -> weight)
                        .sum();
                from.edges()
                        .forEach((to, weight) ->
                                next.merge(to, (1 - ForwardPush.KEPT) * mass * weight / total, Double::sum));
            }
            x = next;
        }
        return x;
    }

    private static InMemoryGraphStore randomGraph(Random random) {
        List<Embedded<Passage>> passages = new ArrayList<>();
        Map<String, float[]> relationVectors = new HashMap<>();
        Map<String, float[]> entityVectors = new HashMap<>();
        for (int i = 0; i < 8; i++) {
            List<Statement> statements = new ArrayList<>();
            for (int s = 0; s < 3; s++) {
                String first = i + s == 0 ? "e0" : "e" + random.nextInt(9);
                statements.add(new Statement("s" + i + "," + s, List.of(first, "e" + random.nextInt(9))));
            }
            for (Statement statement : statements) {
                relationVectors.put(statement.relationKey(), ANY);
                statement.entityIds().forEach(id -> entityVectors.put(id, ANY));
            }
            Document document = Document.of("d" + i, "text " + i);
            passages.add(new Embedded<>(Passage.of(document, 0, document.text(), statements), ANY));
        }
        InMemoryGraphStore store = new InMemoryGraphStore();
        store.write(new GraphBatch("any", passages, relationVectors, entityVectors, Set.of()));
        return store;
    }
}

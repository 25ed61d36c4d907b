package dev.tern.eval.baseline;

import dev.tern.eval.baseline.Baseline.Ranker;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.GraphStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Personalised PageRank over entities and passages, from the question's names, the entities of the
 * five nearest triplets, and all passages. A passage weighs 0.05 times its similarity, scaled from
 * 0 for the least similar passage to 1 for the most similar. (Gutiérrez et al., "From RAG to
 * Memory", ICML 2025: HippoRAG 2 without the model that filters triplets; damping 0.5.)
 */
final class FactsWalk implements Ranker {
    private static final int TRIPLETS = 5;
    private static final double PASSAGE_SEED = 0.05;

    private final PassageGraph graph;
    private final QuestionReader reader;
    private final GraphStore store;

    FactsWalk(PassageGraph graph, QuestionReader reader, GraphStore store) {
        this.graph = graph;
        this.reader = reader;
        this.store = store;
    }

    @Override
    public List<Scored<Passage>> rank(String question, int limit) {
        QuestionReader.BaselineQuestion read = reader.read(question, 1);
        double[] cosines = PassageRankings.cosines(graph, read.vector());
        double[] seeds = new double[graph.nodes()];
        NamesWalk.addNames(read, graph, seeds);
        addTriplets(store.latest().nearestRelations(read.vector(), TRIPLETS), seeds);
        addPassages(cosines, seeds);
        double[] mass = graph.allEdges().pageRank(seeds, NamesWalk.DAMPING);
        double[] scores = new double[cosines.length];
        for (int place = 0; place < scores.length; place++) {
            scores[place] = mass[graph.nodeOfPassage(place)];
        }
        return PassageRankings.best(graph, scores, cosines, limit);
    }

    /** Adds the triplets' entities, weighted by mean similarity / the number of their passages. */
    private void addTriplets(List<Scored<Relation>> triplets, double[] seeds) {
        Map<Integer, double[]> sumAndCount = new HashMap<>();
        for (Scored<Relation> triplet : triplets) {
            for (String id : triplet.value().entityIds()) {
                int node = graph.nodeOfEntity(id);
                if (node >= 0) {
                    double[] sum = sumAndCount.computeIfAbsent(node, absent -> new double[2]);
                    sum[0] += Math.max(0, triplet.score()) / graph.passageCount(node);
                    sum[1]++;
                }
            }
        }
        sumAndCount.forEach((node, sum) -> seeds[node] += sum[0] / sum[1]);
    }

    private void addPassages(double[] cosines, double[] seeds) {
        double min = Arrays.stream(cosines).min().orElse(0);
        double spread = Math.max(1e-9, Arrays.stream(cosines).max().orElse(0) - min);
        for (int place = 0; place < cosines.length; place++) {
            seeds[graph.nodeOfPassage(place)] = PASSAGE_SEED * (cosines[place] - min) / spread;
        }
    }
}

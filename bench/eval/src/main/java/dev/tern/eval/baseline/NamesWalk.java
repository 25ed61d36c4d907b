package dev.tern.eval.baseline;

import dev.tern.eval.baseline.Baseline.Ranker;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import java.util.List;

/**
 * Personalised PageRank over entities, from the question's names. The score of a passage is the sum
 * of the scores of its entities, each times the number of the passage's statements about it. Rare
 * names weigh more; damping is 0.5. Without names, and for passages that the walk does not reach,
 * the nearest passages come first. (Gutiérrez et al., "HippoRAG", NeurIPS 2024.)
 */
final class NamesWalk implements Ranker {
    static final double DAMPING = 0.5;

    private final PassageGraph graph;
    private final QuestionReader reader;

    NamesWalk(PassageGraph graph, QuestionReader reader) {
        this.graph = graph;
        this.reader = reader;
    }

    @Override
    public List<Scored<Passage>> rank(String question, int limit) {
        QuestionReader.BaselineQuestion read = reader.read(question, 1);
        double[] seeds = new double[graph.nodes()];
        addNames(read, graph, seeds);
        double[] mass = graph.entityEdges().pageRank(seeds, DAMPING);
        double[] scores = new double[graph.passages().size()];
        for (int place = 0; place < scores.length; place++) {
            double score = 0;
            for (var slot : graph.slots(place).entrySet()) {
                score += slot.getValue() * mass[slot.getKey()];
            }
            scores[place] = score;
        }
        return PassageRankings.best(graph, scores, PassageRankings.cosines(graph, read.vector()), limit);
    }

    /** Adds the entity nearest to each name; its weight is 1 / the number of its passages. */
    static void addNames(QuestionReader.BaselineQuestion read, PassageGraph graph, double[] seeds) {
        for (List<Scored<Entity>> near : read.near()) {
            if (!near.isEmpty()) {
                int node = graph.nodeOfEntity(near.getFirst().value().id());
                if (node >= 0) {
                    seeds[node] += 1.0 / graph.passageCount(node);
                }
            }
        }
    }
}

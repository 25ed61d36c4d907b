package dev.tern.eval.baseline;

import dev.tern.eval.baseline.Baseline.Ranker;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Nearest passages and BM25, fused by reciprocal ranks: each ranking adds 1 / (60 + rank), ranks
 * from 1. (Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion", SIGIR 2009.)
 */
final class WordFusion implements Ranker {
    private static final int DEPTH = 100;
    private static final int CONSTANT = 60;

    private final PassageGraph graph;
    private final KeywordIndex keywords;
    private final QuestionReader reader;

    WordFusion(PassageGraph graph, KeywordIndex keywords, QuestionReader reader) {
        this.graph = graph;
        this.keywords = keywords;
        this.reader = reader;
    }

    @Override
    public List<Scored<Passage>> rank(String question, int limit) {
        int depth = Math.max(DEPTH, limit);
        double[] cosines = PassageRankings.cosines(graph, reader.vector(question));
        Map<String, Passage> passages = new LinkedHashMap<>();
        Map<String, Double> scores = new HashMap<>();
        for (List<Scored<Passage>> order :
                List.of(PassageRankings.best(graph, cosines, cosines, depth), keywords.rank(question, depth))) {
            for (int rank = 0; rank < order.size(); rank++) {
                Passage passage = order.get(rank).value();
                passages.putIfAbsent(passage.id(), passage);
                scores.merge(passage.id(), 1.0 / (CONSTANT + rank + 1), Double::sum);
            }
        }
        return passages.values().stream()
                .map(passage -> new Scored<>(passage, scores.getOrDefault(passage.id(), 0.0)))
                .sorted(Scored.bestFirst(Passage::id))
                .limit(limit)
                .toList();
    }
}

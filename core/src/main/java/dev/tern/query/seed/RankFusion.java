package dev.tern.query.seed;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.store.GraphView;
import dev.tern.store.Round;
import dev.tern.store.Round.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges two rankings of passages: reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). A
 * passage scores the sum of 1 / (60 + rank), with ranks from 1, over the lists that contain it. The
 * ranks of the lists are comparable, their scores are not.
 */
public final class RankFusion {
    /** The minimum number of passages requested for each list. */
    private static final int DEPTH = 100;

    private static final int K = 60;

    private RankFusion() {}

    /** Returns at most {@code limit} passages nearest by vector and words, in one round trip. */
    public static List<Scored<Passage>> nearest(String question, float[] vector, GraphView graph, int limit) {
        int depth = Math.max(DEPTH, limit);
        Round round = graph.round();
        Reply<List<Scored<Passage>>> byVector = round.ask(view -> view.nearestPassages(vector, depth));
        Reply<List<Scored<Passage>>> byWords = round.ask(view -> view.passagesByText(question, depth));
        round.await();
        return fuse(byVector.get(), byWords.get(), limit);
    }

    /** Returns the passages of both lists, best first, ties by id, at most {@code limit}. */
    static List<Scored<Passage>> fuse(List<Scored<Passage>> byVector, List<Scored<Passage>> byWords, int limit) {
        Map<String, Passage> passages = new LinkedHashMap<>();
        Map<String, Double> scores = new LinkedHashMap<>();
        for (List<Scored<Passage>> list : List.of(byVector, byWords)) {
            for (int rank = 0; rank < list.size(); rank++) {
                Passage passage = list.get(rank).value();
                passages.putIfAbsent(passage.id(), passage);
                scores.merge(passage.id(), 1.0 / (K + 1 + rank), Double::sum);
            }
        }
        List<Scored<Passage>> fused = new ArrayList<>();
        passages.forEach((id, passage) -> fused.add(new Scored<>(passage, scores.getOrDefault(id, 0.0))));
        return fused.stream().sorted(Scored.bestFirst(Passage::id)).limit(limit).toList();
    }
}

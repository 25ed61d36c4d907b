package dev.tern.query.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.rerank.RankingParts.Part;
import dev.tern.store.GraphBatch;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocalRankerTest {
    private static final float[] ASKED = {1, 0};

    /** How like what is asked a passage is, and nothing else. */
    private static Embedded<Passage> alike(double cosine) {
        String text = "Passage " + cosine;
        Passage passage = Passage.of(Document.of(text, text), 0, text, List.of());
        return new Embedded<>(passage, new float[] {(float) cosine, (float) Math.sqrt(1 - cosine * cosine)});
    }

    @Test
    void nothingIsGainedByBeingMoreAlikeToTheQuestionThanTheBestQuarter() {
        List<Embedded<Passage>> passages = new ArrayList<>();
        for (int tenths = 1; tenths <= 8; tenths++) {
            passages.add(alike(tenths / 10.0));
        }
        Map<String, Double> scores = scores(passages);

        double third = scores.getOrDefault("Passage 0.6", 0.0);
        assertThat(scores.get("Passage 0.8")).isEqualTo(third, within(1e-6));
        assertThat(scores.get("Passage 0.7")).isEqualTo(third, within(1e-6));
        assertThat(scores.get("Passage 0.5")).isLessThan(third - 0.5);
        assertThat(scores(passages.subList(5, 8)).get("Passage 0.8"))
                .as("of three all tell something")
                .isGreaterThan(third + 0.5);
    }

    private static Map<String, Double> scores(List<Embedded<Passage>> passages) {
        InMemoryGraphStore store = new InMemoryGraphStore();
        store.write(new GraphBatch("model", passages, Map.of(), Map.of(), Set.of()));
        List<Scored<Passage>> nearest = store.nearestPassages(ASKED, 100);
        Entity named = Entity.named("Nobody");
        LocalRanker.Start start = new LocalRanker.Start(
                "what",
                ASKED,
                ASKED,
                Map.of(named.id(), 1.0),
                List.of(),
                List.of(),
                List.of(),
                nearest,
                Set.of(),
                List.of(),
                false,
                0);
        Map<String, Double> scores = new HashMap<>();
        new LocalRanker(store, new RankingParts(Set.of(Part.RESIDUAL)))
                .rank(start, 10, false)
                .passages()
                .forEach(passage -> scores.put(passage.value().documentId(), passage.score()));
        return scores;
    }
}

package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.expand.Subgraph;
import dev.tern.query.rank.RankingParts.Part;
import dev.tern.query.recognise.Recognition;
import dev.tern.query.seed.Seeds;
import dev.tern.store.GraphBatch;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        Recognition names = new Recognition(
                List.of(new Recognition.Name("Nobody", Optional.of(new Embedded<>(named, ASKED)), List.of(), 1)), "what");
        Seeds seeds = new Seeds(ASKED, ASKED, List.of(), List.of(), List.of(), nearest, List.of());
        Subgraph walked = new Subgraph(Set.of(), List.of(), false, List.of());
        Map<String, Double> scores = new HashMap<>();
        new LocalRanker(store, new RankingParts(Set.of(Part.RESIDUAL)), names, seeds, walked)
                .rank(10, 0, false)
                .passages()
                .forEach(passage -> scores.put(passage.value().documentId(), passage.score()));
        return scores;
    }
}

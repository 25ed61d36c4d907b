package dev.tern.query.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FusionTest {
    private static List<Scored<Passage>> list(String... documents) {
        return Stream.of(documents)
                .map(id -> new Scored<>(Passage.of(SourceDocument.of(id, id), 0, id, List.of()), 1.0))
                .toList();
    }

    private static List<String> fused(int limit, List<Scored<Passage>> byVector, List<Scored<Passage>> byWords) {
        return RankFusion.fuse(byVector, byWords, limit).stream()
                .map(scored -> scored.value().documentId())
                .toList();
    }

    @Test
    void whatStandsInBothListsComesFirstAndThenTheBetterRank() {
        assertThat(fused(10, list("a", "b", "c"), list("d", "c")))
                .containsExactly("c", "a", "d", "b")
                .hasSize(4);
        assertThat(fused(2, list("a", "b", "c"), list("d", "c"))).hasSize(2).startsWith("c");
    }

    @Test
    void scoresAreSumsOfReciprocalRanks() {
        List<Scored<Passage>> fused = RankFusion.fuse(list("a", "b"), list("b"), 10);

        assertThat(fused.getFirst().score()).isCloseTo(1 / 62.0 + 1 / 61.0, within(1e-12));
        assertThat(fused.getLast().score()).isCloseTo(1 / 61.0, within(1e-12));
    }

    @Test
    void withoutWordsTheOrderIsThatOfTheVectors() {
        assertThat(fused(10, list("b", "a"), list())).containsExactly("b", "a");
        assertThat(fused(10, list(), list())).isEmpty();
    }
}

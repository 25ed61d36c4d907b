package dev.tern.query.choose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.query.choose.Plausibility.RankedPassage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlausibilityTest {
    private static final long SEED = 5;

    /** Returns a line for each of sixty passages, and more for the first. */
    private static List<RankedPassage> shown(double fall) {
        List<RankedPassage> shown = new ArrayList<>();
        for (int rank = 0; rank < 60; rank++) {
            for (int line = 0; line < (rank < 2 ? 8 : rank < 5 ? 4 : 1); line++) {
                shown.add(new RankedPassage(rank, -fall * rank));
            }
        }
        return shown;
    }

    private static List<RankedPassage> ofRanks(List<RankedPassage> shown, Integer... ranks) {
        return shown.stream()
                .filter(place -> List.of(ranks).contains(place.rank()))
                .toList();
    }

    @Test
    void whatTheRankingLikesTooIsBelieved() {
        List<RankedPassage> shown = shown(0.3);
        Plausibility plausibility = new Plausibility(shown);

        assertThat(plausibility.of(List.of())).isTrue();
        assertThat(plausibility.of(ofRanks(shown, 0))).isTrue();
        assertThat(plausibility.of(ofRanks(shown, 2))).isTrue();
        assertThat(plausibility.of(ofRanks(shown, 0, 5))).isTrue();
    }

    @Test
    void theLastNumberIsNot() {
        List<RankedPassage> shown = shown(0.3);

        assertThat(new Plausibility(shown).of(List.of(shown.getLast()))).isFalse();
    }

    @Test
    void lotsHardlyAre() {
        List<RankedPassage> shown = shown(0.3);
        Plausibility plausibility = new Plausibility(shown);
        Random random = new Random(SEED);
        int believed = 0;
        for (int i = 0; i < 1_000; i++) {
            List<RankedPassage> drawn =
                    random.ints(10, 0, shown.size()).mapToObj(shown::get).toList();
            believed += plausibility.of(drawn) ? 1 : 0;
        }
        assertThat(believed).as("seed %d", SEED).isLessThan(50);
    }

    @Test
    void wherePassagesScoreAlikeAnyChoiceIs() {
        List<RankedPassage> even = shown(0).stream().distinct().toList();
        Plausibility plausibility = new Plausibility(even);

        assertThat(plausibility.of(List.of(even.getLast()))).isTrue();
        assertThat(plausibility.of(even.subList(20, 30))).isTrue();
    }
}

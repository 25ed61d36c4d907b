package dev.tern.eval.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MeasuresTest {
    @Test
    void percentileIsTheSmallestValueThatSoManyPercentDoNotExceed() {
        List<Double> hundred =
                IntStream.rangeClosed(1, 100).mapToObj(i -> (double) i).toList();
        assertThat(Measures.percentile(hundred, 50)).isEqualTo(50);
        assertThat(Measures.percentile(hundred, 95)).isEqualTo(95);
        assertThat(Measures.percentile(hundred.reversed(), 95)).isEqualTo(95);
        assertThat(Measures.percentile(List.of(1.0, 2.0), 50)).isEqualTo(1);
        assertThat(Measures.percentile(List.of(1.0, 2.0), 95)).isEqualTo(2);
        assertThat(Measures.percentile(List.of(1.0, 2.0, 3.0), 50)).isEqualTo(2);
        assertThat(Measures.percentile(List.of(7.0), 95)).isEqualTo(7);
        assertThat(Measures.percentile(Collections.nCopies(5, 3.0), 95)).isEqualTo(3);
        assertThat(Measures.percentile(List.of(), 95)).isZero();
    }

    @Test
    void meanOfNothingIsZero() {
        assertThat(Measures.mean(List.of(1.0, 2.0, 6.0), Double::doubleValue)).isEqualTo(3);
        assertThat(Measures.mean(List.<Double>of(), Double::doubleValue)).isZero();
    }

    /** Compares the measures with literal definitions on random rankings. */
    @Test
    void measuresAreWhatTheirDefinitionsSay() {
        long seed = System.nanoTime();
        System.out.println("measuresAreWhatTheirDefinitionsSay: seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            List<String> returned = new ArrayList<>();
            Set<String> gold = new LinkedHashSet<>();
            for (int i = 0; i < random.nextInt(15); i++) {
                returned.add("d" + i);
            }
            do {
                gold.add("d" + random.nextInt(20));
            } while (random.nextInt(3) > 0);
            int cutoff = 1 + random.nextInt(12);
            double found = 0;
            double gain = 0;
            double reciprocal = 0;
            for (int place = 1; place <= returned.size(); place++) {
                boolean hit = gold.contains(returned.get(place - 1));
                reciprocal = reciprocal == 0 && hit ? 1.0 / place : reciprocal;
                if (hit && place <= cutoff) {
                    found++;
                    gain += 1 / (Math.log(place + 1) / Math.log(2));
                }
            }
            double ideal = 0;
            for (int place = 1; place <= cutoff; place++) {
                ideal += place <= gold.size() ? 1 / (Math.log(place + 1) / Math.log(2)) : 0;
            }
            assertThat(Measures.recall(gold, returned, cutoff)).isEqualTo(found / gold.size());
            assertThat(Measures.reciprocalRank(gold, returned)).isEqualTo(reciprocal);
            assertThat(Measures.normalisedGain(gold, returned, cutoff)).isEqualTo(gain / ideal, within(1e-12));
        }
    }
}

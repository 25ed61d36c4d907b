package dev.tern.eval.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ResamplingTest {
    private final Resampling resampling = new Resampling(7, 2_000);

    @Test
    void meanOfSetsCountsEachSetTheSame() {
        Interval mean = resampling.mean(List.of(new double[] {1, 1, 1, 1}, new double[] {0}));
        assertThat(mean).isEqualTo(new Interval(0.5, 0.5, 0.5));
    }

    @Test
    void sameSeedGivesTheSameInterval() {
        List<double[]> values = List.of(random(100, 1), random(50, 2));
        assertThat(resampling.mean(values)).isEqualTo(new Resampling(7, 2_000).mean(values));
        assertThat(resampling.mean(values)).isNotEqualTo(new Resampling(8, 2_000).mean(values));
    }

    @Test
    void intervalIsThatOfTheNormalDistributionWhereThereAreManyValues() {
        double[] values = random(400, 3);
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance = Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / values.length;
        double half = 1.96 * Math.sqrt(variance / values.length);
        Interval interval = resampling.mean(List.of(values));
        assertThat(interval.value()).isEqualTo(mean, within(1e-12));
        assertThat(interval.low()).isEqualTo(mean - half, within(0.15 * half));
        assertThat(interval.high()).isEqualTo(mean + half, within(0.15 * half));
    }

    @Test
    void methodsThatAreEqualDoNotDiffer() {
        List<double[]> values = List.of(random(40, 4));
        assertThat(resampling.paired(values, values)).isEqualTo(new Difference(new Interval(0, 0, 0), 1));
    }

    @Test
    void differenceIsPairedByQuestion() {
        double[] one = random(60, 5);
        double[] other = Arrays.stream(one).map(value -> value - 0.01).toArray();
        Difference difference = resampling.paired(List.of(one), List.of(other));
        assertThat(difference.difference().low()).isEqualTo(0.01, within(1e-9));
        assertThat(difference.difference().high()).isEqualTo(0.01, within(1e-9));
        assertThat(difference.chance()).isLessThan(0.001);
    }

    /** Enumerates all 2^n swaps of a few questions, for comparison. */
    @Test
    void chanceIsTheShareOfSwapsThatDoAsMuch() {
        double[] differences = {1, 1, 0.5, -0.5, 1, 0, 1, -0.25};
        double seen = Math.abs(Arrays.stream(differences).sum());
        int asFar = 0;
        for (int swaps = 0; swaps < 1 << differences.length; swaps++) {
            double sum = 0;
            for (int i = 0; i < differences.length; i++) {
                sum += (swaps >> i & 1) == 0 ? differences[i] : -differences[i];
            }
            asFar += Math.abs(sum) >= seen - 1e-12 ? 1 : 0;
        }
        double exact = (double) asFar / (1 << differences.length);
        Difference drawn =
                new Resampling(7, 20_000).paired(List.of(differences), List.of(new double[differences.length]));
        assertThat(drawn.chance()).isEqualTo(exact, within(0.01));
    }

    private static double[] random(int size, long seed) {
        return new SplittableRandom(seed).doubles(size).toArray();
    }
}

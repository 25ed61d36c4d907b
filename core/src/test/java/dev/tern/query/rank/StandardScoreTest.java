package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StandardScoreTest {
    @Test
    void isTheDistanceFromTheMeanInStandardDeviations() {
        StandardScore standing = StandardScore.among(new double[] {2, 4, 4, 4, 5, 5, 7, 9});

        assertThat(standing.of(9)).isEqualTo(2, within(1e-12));
        assertThat(standing.of(5)).isZero();
        assertThat(standing.of(2)).isEqualTo(-1.5, within(1e-12));
    }

    @Test
    void staysWhenAllValuesAreShiftedAndStretched() {
        long seed = 7;
        double[] values = new Random(seed).doubles(50).toArray();
        StandardScore standing = StandardScore.among(values);
        StandardScore squeezed = StandardScore.among(squeeze(values));

        for (double value : values) {
            assertThat(squeezed.of(0.8 + value / 20)).as("seed %d", seed).isEqualTo(standing.of(value), within(1e-9));
        }
    }

    private static double[] squeeze(double[] values) {
        return Arrays.stream(values).map(value -> 0.8 + value / 20).toArray();
    }

    @Test
    void isZeroWhereNothingDiffers() {
        for (double[] equal : List.of(new double[0], new double[] {3}, new double[] {3, 3})) {
            assertThat(StandardScore.among(equal).of(3)).isZero();
        }
        assertThat(Stream.of(1.0, Double.MAX_VALUE).map(StandardScore.among(new double[] {1})::of))
                .containsOnly(0.0);
    }
}

package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StandardScoreTest {
    @Test
    void isTheDistanceFromTheMeanInStandardDeviations() {
        StandardScore standing = StandardScore.among(List.of(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0));

        assertThat(standing.of(9)).isEqualTo(2, within(1e-12));
        assertThat(standing.of(5)).isZero();
        assertThat(standing.of(2)).isEqualTo(-1.5, within(1e-12));
    }

    @Test
    void staysWhenAllValuesAreShiftedAndStretched() {
        long seed = 7;
        List<Double> values = new Random(seed).doubles(50).boxed().toList();
        StandardScore standing = StandardScore.among(values);
        StandardScore squeezed = StandardScore.among(squeeze(values));

        for (double value : values) {
            assertThat(squeezed.of(0.8 + value / 20)).as("seed %d", seed).isEqualTo(standing.of(value), within(1e-9));
        }
    }

    private static List<Double> squeeze(List<Double> values) {
        return values.stream().map(value -> 0.8 + value / 20).toList();
    }

    @Test
    void isZeroWhereNothingDiffers() {
        for (List<Double> equal : List.of(List.<Double>of(), List.of(3.0), List.of(3.0, 3.0))) {
            assertThat(StandardScore.among(equal).of(3)).isZero();
        }
        assertThat(Stream.of(1.0, Double.MAX_VALUE).map(StandardScore.among(List.of(1.0))::of))
                .containsOnly(0.0);
    }
}

package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GraphTrustTest {
    private static double[] masses(double most, double tenth) {
        double[] masses = new double[40];
        Arrays.fill(masses, 0, 8, (most + tenth) / 2);
        masses[8] = tenth;
        masses[9] = most;
        return masses;
    }

    @Test
    void isHighWhereFewPassagesHoldTheMass() {
        assertThat(GraphTrust.of(masses(0.4, 0.001))).isGreaterThan(0.9);
    }

    @Test
    void isLowWhereTheMassIsSpreadEvenly() {
        assertThat(GraphTrust.of(masses(0.01, 0.008))).isLessThan(0.01);
        assertThat(GraphTrust.of(new double[50])).isLessThan(0.01);
    }

    @Test
    void isHalfAtTheRatioOfThirtyFive() {
        assertThat(GraphTrust.of(masses(0.35, 0.01))).isEqualTo(0.5, within(0.02));
    }

    @Test
    void isHalfOfTooFewPassages() {
        assertThat(GraphTrust.of(new double[0])).isEqualTo(0.5);
        assertThat(GraphTrust.of(new double[] {1, 0, 0})).isEqualTo(0.5);
    }
}

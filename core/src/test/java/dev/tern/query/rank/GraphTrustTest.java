package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphTrustTest {
    private static List<Double> masses(double most, double tenth) {
        List<Double> masses = new ArrayList<>(Collections.nCopies(8, (most + tenth) / 2));
        masses.addAll(List.of(tenth, most));
        masses.addAll(Collections.nCopies(30, 0.0));
        return masses;
    }

    @Test
    void isHighWhereFewPassagesHoldTheMass() {
        assertThat(GraphTrust.of(masses(0.4, 0.001))).isGreaterThan(0.9);
    }

    @Test
    void isLowWhereTheMassIsSpreadEvenly() {
        assertThat(GraphTrust.of(masses(0.01, 0.008))).isLessThan(0.01);
        assertThat(GraphTrust.of(Collections.nCopies(50, 0.0))).isLessThan(0.01);
    }

    @Test
    void isHalfAtTheRatioOfThirtyFive() {
        assertThat(GraphTrust.of(masses(0.35, 0.01))).isEqualTo(0.5, within(0.02));
    }

    @Test
    void isHalfOfTooFewPassages() {
        assertThat(GraphTrust.of(List.of())).isEqualTo(0.5);
        assertThat(GraphTrust.of(List.of(1.0, 0.0, 0.0))).isEqualTo(0.5);
    }
}

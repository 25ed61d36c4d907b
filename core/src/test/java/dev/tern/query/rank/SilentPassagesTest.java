package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SilentPassagesTest {
    /** Returns the minimum for ten masses of 0.01 to 0.10 and some silent passages. */
    private static double minMass(int stating, int silent) {
        List<Passage> passages = new ArrayList<>();
        for (int i = 1; i <= stating; i++) {
            passages.add(passage(i, List.of(Statement.of("Rome", "is", "city " + i))));
        }
        for (int i = 1; i <= silent; i++) {
            passages.add(passage(100 + i, List.of()));
        }
        return SilentPassages.minMass(
                passages,
                passages.stream()
                        .mapToDouble(passage -> Integer.parseInt(passage.documentId()) / 100.0)
                        .toArray());
    }

    private static Passage passage(int number, List<Statement> statements) {
        String id = Integer.toString(number);
        return Passage.of(SourceDocument.of(id, "text " + id), 0, "text " + id, statements);
    }

    @Test
    void whereFewStateNothingThatIsWhatTheWalkSaysOfThem() {
        assertThat(minMass(10, 0)).isZero();
        assertThat(minMass(10, 5)).isZero();
    }

    @Test
    void whereHalfStateNothingTheyAreUnknownAndStandHigh() {
        assertThat(minMass(10, 10)).isEqualTo(0.10, within(1e-9));
        assertThat(minMass(10, 1000)).isEqualTo(0.10, within(1e-9));
    }

    @Test
    void betweenTheseTheMassGrowsEvenlyInItsLogarithm() {
        double share = 7 / 17.0;
        double unknown = (share - 1 / 3.0) * 6;

        assertThat(minMass(10, 7))
                .isEqualTo(Math.pow(0.10 + 1e-5, unknown) * Math.pow(1e-5, 1 - unknown) - 1e-5, within(1e-9));
    }

    @Test
    void whereNoneStatesAnythingThereIsNothingToStandAmong() {
        assertThat(minMass(0, 10)).isZero();
    }
}

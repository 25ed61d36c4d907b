package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short run of the long test; bench/soak.sh runs it whole. */
@Tag("slow")
class SoakTest {
    private static final int THREADS = 16;

    @TempDir
    private Path directory;

    @Test
    void everyRetrievalFindsWhatAStateOfItsTimeHoldsAndNothingIsLeftOpen() throws Exception {
        Soak soak = new Soak(directory, THREADS, new SoakStates(7, 60, 16));
        assertThat(soak.fewestAnswers())
                .as("answers that every question has in different states")
                .isGreaterThan(1);

        Soak.Report report = soak.run(200, 2_000);

        assertThat(report.changes()).isPositive();
        assertThat(report.between()).as("retrievals while the graph changed").isPositive();
        assertThat(report.seen()).as("states that were seen").isGreaterThan(2);
        assertThat(report.after().files()).isLessThanOrEqualTo(report.before().files() + 20);
        assertThat(report.after().mapped()).isLessThanOrEqualTo(report.before().mapped() + 20);
    }
}

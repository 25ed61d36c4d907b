package dev.tern.ingest.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BatchMakerTest {
    private static final String TEXT = "The mill grinds rye.";
    private static final Passage PASSAGE = Passage.of(SourceDocument.of("mill", TEXT), 0, TEXT, List.of());

    private static BatchMaker over(float... vector) {
        return BatchMaker.ofEmbedded(List.of(new Embedded<>(PASSAGE, vector)), 2);
    }

    @Test
    void passagesWithTheirVectorsAreABatch() {
        assertThat(over(0, 1).batch("angles", Set.of()).passages()).hasSize(1);
    }

    @Test
    void vectorThatIsNotOfUnitLengthOrOfAnotherDimensionCountsAsMissing() {
        for (BatchMaker batch : List.of(over(2, 0), over(1, 0, 0))) {
            assertThatThrownBy(() -> batch.batch("angles", Set.of()))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                    .hasMessage("the graph is inconsistent: passage " + PASSAGE.id() + " of document \"mill\" has no "
                            + "vector"
                            + " of unit length. Repair it (tern reindex), or remove that document"
                            + " and add it again");
        }
    }
}

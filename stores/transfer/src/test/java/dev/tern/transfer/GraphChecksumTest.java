package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.transfer.checksum.GraphChecksum;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class GraphChecksumTest {
    private static final Passage ADA = passage("ada", "Ada wrote notes.", Statement.of("Ada", "wrote", "notes"));
    private static final Passage BOB = passage("bob", "Bob read notes.", Statement.of("Bob", "read", "notes"));

    private static Passage passage(String document, String text, Statement... statements) {
        return Passage.of(SourceDocument.of(document, text), 0, text, List.of(statements));
    }

    private static GraphChecksum of(GraphBatch... batches) {
        try (InMemoryGraphStore store = new InMemoryGraphStore()) {
            for (GraphBatch batch : batches) {
                store.write(batch);
            }
            return GraphChecksum.of(store);
        }
    }

    @Test
    void itIsTheSameInWhateverOrderTheRowsCame() {
        GraphChecksum one = of(Graphs.batch(ADA, BOB));
        assertThat(of(Graphs.batch(BOB), Graphs.batch(ADA))).isEqualTo(one);
        assertThat(one.entities().rows()).isEqualTo(3);
        assertThat(one.relations().rows()).isEqualTo(2);
        assertThat(one.passages().rows()).isEqualTo(2);
        assertThat(one.passages().sum()).matches("[0-9a-f]{32}");
    }

    @Test
    void rowsThatAreHashedOneByOneAddUpToIt() {
        GraphBatch batch = Graphs.batch(ADA, BOB);
        assertThat(new GraphChecksum(
                        sum(batch.entities().stream()),
                        sum(batch.passages().stream().flatMap(passage -> batch.relationRows(passage.value()).stream())),
                        sum(batch.passages().stream())))
                .isEqualTo(of(batch));
    }

    private static GraphChecksum.Rows sum(Stream<? extends Embedded<?>> rows) {
        return rows.map(GraphChecksum.Rows::of).reduce(GraphChecksum.Rows.NONE, GraphChecksum.Rows::plus);
    }

    @Test
    void itStaysTheSameFromVersionToVersion() {
        assertThat(of()).isEqualTo(new GraphChecksum(none(), none(), none()));
        GraphChecksum ada = of(Graphs.batch(ADA));
        assertThat(List.of(
                        ada.entities().sum(),
                        ada.relations().sum(),
                        ada.passages().sum()))
                .containsExactly(
                        "f56571ea8685894a7bd89f4a267d7c9a",
                        "79b935e854f9e832cf821a00c2e0e8f4",
                        "d1b07bca252acbee74a9f8528132b2a1");
    }

    @Test
    void thePageOnWhichAPassageEndsCounts() {
        assertThat(Stream.of(new Position(0, 4, 3, ""), new Position(0, 4, 3, 4, ""), new Position(0, 4, 4, ""))
                        .map(place -> Passage.of(
                                SourceDocument.of("ada", "Ada."), 0, "Ada.", place, List.of(), Extraction.GIVEN))
                        .map(passage -> of(Graphs.batch(passage)).passages().sum()))
                .doesNotHaveDuplicates();
    }

    @Test
    void theTypesOfMetadataCount() {
        assertThat(Stream.of(
                                SourceMetadata.EMPTY,
                                SourceMetadata.EMPTY.with("n", "5"),
                                SourceMetadata.EMPTY.with("n", 5),
                                SourceMetadata.EMPTY.with("n", 5.0),
                                SourceMetadata.EMPTY.with("n", "true"),
                                SourceMetadata.EMPTY.with("n", true))
                        .map(metadata -> Passage.of(
                                SourceDocument.of("ada", "Ada.").withMetadata(metadata), 0, "Ada.", List.of()))
                        .map(passage -> of(Graphs.batch(passage)).passages().sum()))
                .doesNotHaveDuplicates();
    }

    private static GraphChecksum.Rows none() {
        return new GraphChecksum.Rows(0, "0".repeat(32));
    }

    @Test
    void whichSpellingOfANameIsShownDoesNotMatter() {
        Passage shouted = passage("bob", "Bob read notes.", Statement.of("BOB", "read", "NOTES"));
        GraphChecksum first = of(Graphs.batch(shouted), Graphs.batch(ADA));
        GraphChecksum second = of(Graphs.batch(ADA), Graphs.batch(shouted));
        assertThat(first).isEqualTo(second);
    }

    @Test
    void itTellsAChangedStatement() {
        Passage changed = passage("ada", "Ada wrote notes.", Statement.of("Ada", "wrote down", "notes"));
        GraphChecksum one = of(Graphs.batch(ADA));
        GraphChecksum other = of(Graphs.batch(changed));
        assertThat(other.entities()).isEqualTo(one.entities());
        assertThat(other.relations()).isNotEqualTo(one.relations());
        assertThat(other.passages()).isNotEqualTo(one.passages());
    }

    @Test
    void itTellsAChangedNumberOfAVector() {
        GraphChecksum one = of(Graphs.batch(ADA));
        GraphBatch batch = Graphs.batch(ADA);
        GraphBatch passage = new GraphBatch(
                batch.embeddingModel(),
                List.of(new Embedded<>(ADA, nudged(batch.passages().getFirst().vector()))),
                batch.relationVectors(),
                batch.entityVectors(),
                Set.of());
        assertThat(of(passage).passages()).isNotEqualTo(one.passages());
        assertThat(of(passage).relations()).isEqualTo(one.relations());
        GraphBatch relation = new GraphBatch(
                batch.embeddingModel(),
                batch.passages(),
                allNudged(batch.relationVectors()),
                batch.entityVectors(),
                Set.of());
        assertThat(of(relation).relations()).isNotEqualTo(one.relations());
        assertThat(of(relation).entities()).isEqualTo(one.entities());
        GraphBatch entities = new GraphBatch(
                batch.embeddingModel(),
                batch.passages(),
                batch.relationVectors(),
                allNudged(batch.entityVectors()),
                Set.of());
        assertThat(of(entities).entities()).isNotEqualTo(one.entities());
        assertThat(of(entities).passages()).isEqualTo(one.passages());
    }

    @Test
    void itTellsEveryPartOfAPassage() {
        SourceDocument plain = SourceDocument.of("ada", "text");
        GraphChecksum.Rows one = rows(Passage.of(plain, 0, "text", List.of()));
        assertThat(rows(Passage.of(plain, 1, "text", List.of()))).isNotEqualTo(one);
        assertThat(rows(Passage.of(plain.withTitle("Ada"), 0, "text", List.of())))
                .isNotEqualTo(one);
        GraphChecksum.Rows ab = rows(Passage.of(
                SourceDocument.of("ada", "text").withMetadata(SourceMetadata.of(Map.of("a", "bc"))),
                0,
                "text",
                List.of()));
        GraphChecksum.Rows abc = rows(Passage.of(
                SourceDocument.of("ada", "text").withMetadata(SourceMetadata.of(Map.of("ab", "c"))),
                0,
                "text",
                List.of()));
        assertThat(ab).isNotEqualTo(one).isNotEqualTo(abc);
    }

    private static GraphChecksum.Rows rows(Passage passage) {
        return of(Graphs.batch(passage)).passages();
    }

    private static Map<String, float[]> allNudged(Map<String, float[]> vectors) {
        Map<String, float[]> nudged = new HashMap<>();
        vectors.forEach((id, vector) -> nudged.put(id, nudged(vector)));
        return nudged;
    }

    /** Changes one number by the smallest amount. */
    private static float[] nudged(float[] vector) {
        float[] nudged = vector.clone();
        nudged[3] = Math.nextUp(nudged[3]);
        return nudged;
    }
}

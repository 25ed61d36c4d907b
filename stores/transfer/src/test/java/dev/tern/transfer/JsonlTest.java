package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.SampleGraphs;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JsonlTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsExportedWithVectorsComesBackToTheLastBitWithoutAModel() {
        for (GraphStore graph : List.of(SampleGraphs.filled(120), SampleGraphs.hostile())) {
            Path file = export(graph, true);
            GraphStore back = new InMemoryGraphStore();
            ImportReport report = GraphImport.read(file, back, SampleGraphs.none(), TransferListener.NONE);
            assertThat(GraphChecksum.of(back.latest())).isEqualTo(GraphChecksum.of(graph.latest()));
            assertThat(report.checksum()).contains(GraphChecksum.of(graph.latest()));
            assertThat(report.written()).isEqualTo(graph.latest().statistics().passages());
            assertThat(RecordingStore.rows(back)).isEqualTo(RecordingStore.rows(graph));
        }
    }

    @Test
    void graphsThatHoldTheSameAreTheSameFileInWhateverOrderTheyWereMade() throws IOException {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            passages.addAll(SampleGraphs.document(i));
        }
        List<Passage> turned = passages.reversed();
        GraphStore one = new InMemoryGraphStore();
        SampleGraphs.write(one, passages);
        GraphStore other = new InMemoryGraphStore();
        for (int from = 0; from < turned.size(); from += 100) {
            SampleGraphs.write(other, turned.subList(from, Math.min(from + 100, turned.size())));
        }
        assertThat(passages).as("pages of passages").hasSizeGreaterThan(512);
        for (boolean vectors : List.of(true, false)) {
            Path first = Files.move(export(one, vectors), folder.resolve("one " + vectors));
            assertThat(export(other, vectors)).hasSameBinaryContentAs(first);
        }
    }

    @Test
    void metadataKeepTheirTypes() {
        SourceMetadata metadata = SourceMetadata.EMPTY
                .with("string", "1990")
                .with("long", 1990)
                .with("double", 1990.0)
                .with("small", 1e-300)
                .with("least", Long.MIN_VALUE)
                .with("boolean", true)
                .with("instant", Instant.parse("1990-01-01T00:00:00.5Z"));
        SourceDocument document = SourceDocument.of("d", "A text.").withMetadata(metadata);
        GraphStore graph = new InMemoryGraphStore();
        SampleGraphs.write(graph, List.of(Passage.of(document, 0, "A text.", List.of())));
        Path file = export(graph, true);
        assertThat(file)
                .content()
                .contains("\"metadata\":{\"boolean\":true,\"double\":1990.0,\"instant\":{\"instant\":"
                        + "\"1990-01-01T00:00:00.500Z\"},\"least\":-9223372036854775808,\"long\":1990,"
                        + "\"small\":1.0E-300,\"string\":\"1990\"}");
        GraphStore back = new InMemoryGraphStore();
        GraphImport.read(file, back, SampleGraphs.none(), TransferListener.NONE);
        assertThat(GraphChecksum.of(back.latest())).isEqualTo(GraphChecksum.of(graph.latest()));
        assertThat(RecordingStore.rows(back)).isEqualTo(RecordingStore.rows(graph));
    }

    @Test
    void whatIsExportedWithoutVectorsIsEmbeddedAgain() {
        for (GraphStore graph : List.of(SampleGraphs.filled(120), SampleGraphs.hostile())) {
            Path file = export(graph, false);
            assertThat(file).content().doesNotContain("\"vector\"");
            GraphStore back = new InMemoryGraphStore();
            ImportReport report = GraphImport.read(file, back, SampleGraphs.embedder(), TransferListener.NONE);
            assertThat(report.embeddedTexts()).isPositive();
            assertThat(GraphChecksum.of(back.latest())).isEqualTo(GraphChecksum.of(graph.latest()));
        }
    }

    @Test
    void everyVectorIsWrittenOnce() throws IOException {
        GraphStore graph = SampleGraphs.filled(120);
        List<String> lines = Files.readAllLines(export(graph, true));
        assertThat(lines.stream().filter(line -> line.startsWith("{\"entity\"")))
                .hasSize((int) graph.latest().statistics().entities());
        assertThat(lines.stream().filter(line -> line.startsWith("{\"relation\"")))
                .hasSize((int) graph.latest().statistics().relations());
        assertThat(lines.getFirst()).startsWith("{\"header\":{\"format\":\"tern-graph\",\"version\":1,");
        assertThat(lines.getLast()).startsWith("{\"footer\":{\"passages\":360,");
    }

    @Test
    void aFileMayBeCompressed() throws IOException {
        GraphStore graph = SampleGraphs.filled(3);
        Path file = export(graph, true);
        Path zipped = folder.resolve("any name");
        try (OutputStream to = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            Files.copy(file, to);
        }
        GraphStore back = new InMemoryGraphStore();
        GraphImport.read(zipped, back, SampleGraphs.none(), TransferListener.NONE);
        assertThat(GraphChecksum.of(back.latest())).isEqualTo(GraphChecksum.of(graph.latest()));
    }

    @Test
    void importedAgainNothingIsWritten() {
        Path file = export(SampleGraphs.filled(5), true);
        RecordingStore back = new RecordingStore(new InMemoryGraphStore());
        GraphImport.read(file, back, SampleGraphs.none(), TransferListener.NONE);
        back.forget();
        ImportReport again = GraphImport.read(file, back, SampleGraphs.none(), TransferListener.NONE);
        assertThat(again.unchanged()).isEqualTo(15);
        assertThat(again.written()).isZero();
        assertThat(again.checksum()).isPresent();
        assertThat(back.writes()).isEmpty();
    }

    @Test
    void aGraphKeepsItsOtherDocumentsAndLosesWhatADocumentOfTheFileNoLongerHas() {
        Path file = export(SampleGraphs.filled(5), true);
        GraphStore graph = new InMemoryGraphStore();
        SampleGraphs.write(graph, SampleGraphs.document(40));
        SourceDocument changed = SourceDocument.of("d1", "Another text.");
        SampleGraphs.write(graph, List.of(Passage.of(changed, 0, "Another text.", List.of())));
        ImportReport report = GraphImport.read(file, graph, SampleGraphs.none(), TransferListener.NONE);
        assertThat(report.removed()).isEqualTo(1);
        assertThat(report.checksum()).isEmpty();
        assertThat(graph.latest().statistics().documents()).isEqualTo(6);
        assertThat(graph.latest().statistics().passages()).isEqualTo(18);
    }

    @Test
    void anImportAfterWhichThereAreFewerPassagesThanInTheFileFails() {
        for (boolean vectors : new boolean[] {true, false}) {
            Path file = export(SampleGraphs.filled(5), vectors);
            GraphStore lossy = new InMemoryGraphStore();
            RecordingStore losing = new RecordingStore(lossy).afterWrite(() -> lossy.removeDocuments(List.of("d1")));
            assertThatThrownBy(() -> GraphImport.read(file, losing, SampleGraphs.embedder(), TransferListener.NONE))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                    .hasMessage("the graph has 12 passages, fewer than the 15 of " + file
                            + ", although all of them were imported: some were lost, or removed meanwhile. Import"
                            + " again, while nothing else writes to the graph");
        }
    }

    /** A model that embeds the same text differently, as one behind an API may. */
    private static final class OtherBits implements EmbeddingModel {
        private final HashingEmbeddingModel model = new HashingEmbeddingModel(16);

        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
            return model.embedAll(segments.stream()
                    .map(segment -> TextSegment.from(segment.text() + " otherwise"))
                    .toList());
        }

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public String modelName() {
            return model.modelName();
        }
    }

    @Test
    void aGraphThatHadOtherVectorsOfTheSameTextsKeepsThem() {
        GraphStore graph = new InMemoryGraphStore();
        Path without = export(SampleGraphs.filled(5), false);
        GraphImport.read(without, graph, SampleGraphs.embedder(new OtherBits()), TransferListener.NONE);
        Path file = export(SampleGraphs.filled(5), true);
        for (long unchanged : new long[] {0, 15}) {
            ImportReport report = GraphImport.read(file, graph, SampleGraphs.none(), TransferListener.NONE);
            assertThat(report.unchanged()).isEqualTo(unchanged);
            assertThat(report.checksum()).isEmpty();
        }
    }

    @Test
    void withoutVectorsAnotherModelIsFineForANewGraphOnly() {
        Path file = export(SampleGraphs.filled(2), false);
        GraphStore back = new InMemoryGraphStore();
        HashingEmbeddingModel other = new HashingEmbeddingModel(24);
        GraphImport.read(file, back, SampleGraphs.embedder(other), TransferListener.NONE);
        assertThat(back.latest().description().orElseThrow().embeddingModel()).isEqualTo("hashing-24");
        assertThatThrownBy(() -> GraphImport.read(file, back, SampleGraphs.embedder(), TransferListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("\"hashing-24\" and cannot be used with \"hashing-16\"");
    }

    @Test
    void progressIsTold() {
        List<String> told = new ArrayList<>();
        TransferListener listener = (step, done, total) -> told.add(step + " " + done + " of " + total);
        Path file = folder.resolve("told");
        GraphExport.write(SampleGraphs.filled(3), ExportSettings.WHOLE_GRAPH, file, false, listener);
        GraphImport.read(file, new InMemoryGraphStore(), SampleGraphs.none(), listener);
        assertThat(told)
                .containsSubsequence(
                        "WRITING_FILE 9 of 9", "CHECKING_FILE 9 of 9", "WRITING_GRAPH 9 of 9", "COMPARING 31 of -1");
    }

    private Path export(GraphStore graph, boolean vectors) {
        Path file = folder.resolve("graph.jsonl");
        GraphExport.write(graph, new ExportSettings(ExportFormat.JSONL, vectors), file, true, TransferListener.NONE);
        return file;
    }
}

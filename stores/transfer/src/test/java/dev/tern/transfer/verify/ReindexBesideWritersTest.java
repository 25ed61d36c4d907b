package dev.tern.transfer.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.index.ModelVectors;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.RowKind;
import dev.tern.store.shared.StoreWriter;
import dev.tern.store.shared.StoreWriter.Draft;
import dev.tern.store.shared.StoreWriter.DraftKind;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.SampleGraphs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests that reindexing holds up no other writer, and pays nothing twice because of them. */
final class ReindexBesideWritersTest {
    private final GraphStore graph = SampleGraphs.filled(5);
    private final RecordingStore store = new RecordingStore(graph);
    private int scans;

    private static Passage passage(String document) {
        return Passage.of(
                SourceDocument.of(document, "Nobody is in " + document + "."),
                0,
                "Nobody is in " + document + ".",
                List.of(Statement.of("nobody", "is in", document)));
    }

    /** Adds a document through another handle of the graph, on another thread. */
    private void add(String document) {
        CompletableFuture.runAsync(() -> {
                    StoreWriter writer = StoreWriter.of(graph);
                    Draft draft = writer.begin(document, DraftKind.DOCUMENTS, Set.of(document));
                    GraphBatch batch = new ModelVectors(
                                    SampleGraphs.embedder(), graph.latest().description(), () -> {})
                            .batch(List.of(passage(document)), new StoredVectors(graph.latest()));
                    assertThat(writer.write(draft, draft.version(), batch)).isTrue();
                })
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void documentsAreWrittenWhileAllRowsAreRead() {
        SampleGraphs.write(graph, List.of(passage("gone")));
        RecordingStore.removeRows(graph, RowKind.PASSAGE, passage("gone").id());
        store.beforeCall(method -> {
            if (method.equals("scan")) {
                add("d" + (100 + scans++));
            }
        });

        ReindexReport report = Reindex.run(store, SampleGraphs.none(), written -> {});

        assertThat(scans).isGreaterThan(1);
        assertThat(report.removedRows())
                .as("the statement and the name \"gone\"")
                .isEqualTo(2);
        assertThat(graph.latest().entities(List.of(Entity.named("nobody").id())))
                .as("a name that a document has that was added meanwhile")
                .hasSize(1);
        assertThat(Verification.check(graph, VerificationListener.NONE).problems())
                .isEmpty();
    }

    @Test
    void missingVectorsAreEmbeddedOnceWhateverOthersWrite() {
        RecordingStore.removeRows(
                graph, RowKind.ENTITY, Entity.named("everything").id());
        List<String> embedded = new ArrayList<>();
        EmbeddingModel model = new EmbeddingModel() {
            private final EmbeddingModel words = new HashingEmbeddingModel(16);

            @Override
            public String modelName() {
                return words.modelName();
            }

            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
                texts.forEach(text -> embedded.add(text.text()));
                if (embedded.size() < 3) {
                    add("d" + (100 + embedded.size()));
                }
                return words.embedAll(texts);
            }
        };

        ReindexReport report = Reindex.run(store, SampleGraphs.embedder(model), written -> {});

        assertThat(embedded).containsExactly("everything");
        assertThat(report.embeddedTexts()).isOne();
        assertThat(Verification.check(graph, VerificationListener.NONE).problems())
                .isEmpty();
    }
}

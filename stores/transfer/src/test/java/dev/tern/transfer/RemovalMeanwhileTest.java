package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.GraphRag;
import dev.tern.graph.ContentId;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.Ingestion;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.model.TextEmbedder;
import dev.tern.note.Edit.Rename;
import dev.tern.note.NamingRules;
import dev.tern.note.Note;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.shared.StoreWriter;
import dev.tern.store.shared.StoreWriter.Draft;
import dev.tern.store.shared.StoreWriter.DraftKind;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.NotedEdits;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.SampleGraphs;
import dev.tern.transfer.TransferListener.TransferStep;
import dev.tern.transfer.verify.Reindex;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a copy, an import and a reindexing leave documents alone that are removed or replaced meanwhile. */
@Timeout(60)
final class RemovalMeanwhileTest {
    private static final int DOCUMENTS = 200;

    @TempDir
    private Path folder;

    private final GraphStore source = new InMemoryGraphStore();
    private final InMemoryGraphStore target = new InMemoryGraphStore();

    /** Acts through another handle of the graph. */
    private final StoreWriter other = StoreWriter.of(new RecordingStore(target));

    private final AtomicBoolean acted = new AtomicBoolean();

    /** The kinds of work on a graph; each acts after its first page. */
    enum Work {
        COPY,
        IMPORT,
        IMPORT_WITHOUT_VECTORS,
        REINDEX
    }

    private TransferListener listener(Runnable action) {
        return (step, done, total) -> {
            if (step == TransferStep.WRITING_GRAPH && done > 0) {
                once(action);
            }
        };
    }

    private void once(Runnable action) {
        if (acted.compareAndSet(false, true)) {
            action.run();
        }
    }

    private void run(Work work, Runnable action) {
        List<Passage> passages = new ArrayList<>();
        for (int d = 0; d < DOCUMENTS; d++) {
            passages.addAll(Graphs.document(d, ""));
        }
        source.write(Graphs.batch(passages));
        switch (work) {
            case COPY -> GraphCopy.copy(source, target, listener(action));
            case IMPORT -> importWith(ExportSettings.WHOLE_GRAPH, SampleGraphs.none(), action);
            case IMPORT_WITHOUT_VECTORS ->
                importWith(new ExportSettings(ExportFormat.JSONL, false), SampleGraphs.embedder(), action);
            case REINDEX -> {
                GraphCopy.copy(source, target, TransferListener.NONE);
                Reindex.run(target, SampleGraphs.none(), written -> once(action));
            }
        }
        assertThat(acted).isTrue();
    }

    private void importWith(ExportSettings settings, Supplier<TextEmbedder> embedder, Runnable action) {
        Path file = folder.resolve("graph");
        GraphExport.write(source, settings, file, false, TransferListener.NONE);
        GraphImport.read(file, target, embedder, listener(action));
    }

    private static List<String> everySecond() {
        List<String> ids = new ArrayList<>();
        for (int d = 0; d < DOCUMENTS; d += 2) {
            ids.add("d" + d);
        }
        return ids;
    }

    private void requireWithout(List<String> removed) {
        assertThat(target.passages(PassagesBy.DOCUMENT, removed)).isEmpty();
        assertThat(target.statistics().documents()).isEqualTo(DOCUMENTS - removed.size());
        assertThat(Verification.check(target, VerificationListener.NONE).problems())
                .isEmpty();
        source.removeDocuments(removed);
        assertThat(RecordingStore.rows(target)).isEqualTo(RecordingStore.rows(source));
    }

    @ParameterizedTest
    @EnumSource
    void documentsThatTheListenerRemovesStayRemoved(Work work) {
        run(work, () -> other.remove(RemovalMeanwhileTest::everySecond));
        requireWithout(everySecond());
    }

    @ParameterizedTest
    @EnumSource
    void listenerMayWaitForARemovalOnAnotherThread(Work work) {
        run(
                work,
                () -> assertThat(CompletableFuture.supplyAsync(() -> other.remove(RemovalMeanwhileTest::everySecond))
                                .orTimeout(30, TimeUnit.SECONDS)
                                .join())
                        .isPositive());
        requireWithout(everySecond());
    }

    private GraphRag rag() {
        return GraphRag.builder()
                .store(target)
                .embeddingModel(new HashingEmbeddingModel(Graphs.DIMENSION).named(Graphs.MODEL))
                .extractor(TripletExtractor.none())
                .build();
    }

    @ParameterizedTest
    @EnumSource(names = {"IMPORT", "REINDEX"})
    void documentThatIsReplacedMeanwhileKeepsItsNewText(Work work) {
        GraphRag rag = rag();
        run(work, () -> {
            for (int d = 0; d < 20; d++) {
                rag.add(SourceDocument.of("d" + d, "New text " + d + "."));
            }
        });
        for (int d = 0; d < 20; d++) {
            assertThat(target.passages(PassagesBy.DOCUMENT, List.of("d" + d)))
                    .extracting(passage -> passage.value().text())
                    .containsExactly("New text " + d + ".");
        }
        assertThat(Verification.check(target, VerificationListener.NONE).problems())
                .isEmpty();
    }

    @Test
    void editThatIsMadeDuringAReindexingStays() {
        Ingestion ingestion = rag().ingestion("renaming");
        run(Work.REINDEX, () -> {
            for (int d = 0; d < 20; d++) {
                rename(ingestion, "thing " + d, "Object " + d);
            }
        });
        assertThat(target.notes().pending()).isEmpty();
        assertThat(target.entities(List.of(ContentId.ofEntity("object 7")))).hasSize(1);
        assertThat(Verification.check(target, VerificationListener.NONE).problems())
                .isEmpty();
    }

    private void rename(Ingestion ingestion, String entity, String name) {
        Note.Act act = new Note.Act("ada", Instant.EPOCH, "");
        ingestion.changeNotes(NotedEdits.of(act, List.of(new Rename(entity, name))));
        NamingRules rules = target.notes().rules();
        List<String> stale = new ArrayList<>();
        target.scan(GraphVisitor.ofPassages(passage -> {
            if (!rules.canonicalise(passage).equals(passage)) {
                stale.add(passage.id());
            }
        }));
        ingestion.rewrite(stale);
        ingestion.changeNotes(present -> present.withApplied(present.pending()));
    }

    @Test
    void draftHearsOfARemovalThroughAnotherHandle() {
        StoreWriter one = StoreWriter.of(target);
        Draft draft = one.begin(this, DraftKind.GRAPH, Set.of());
        assertThat(draft.lost()).isEmpty();
        other.remove(() -> List.of("d1"));
        assertThat(draft.lost()).containsExactly("d1");
        one.end(this);
    }
}

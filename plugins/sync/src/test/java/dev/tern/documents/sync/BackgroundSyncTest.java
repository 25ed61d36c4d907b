package dev.tern.documents.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.GraphRag;
import dev.tern.documents.SourceLoader;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestReport;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.GatedEmbeddingModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackgroundSyncTest {
    private static final long POLL_NANOS = 1_000_000;

    @TempDir
    private Path directory;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch let = new CountDownLatch(1);
    private volatile boolean held;

    private void gate() {
        if (held) {
            asked.countDown();
            try {
                let.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void awaitEnd(BackgroundSync sync) {
        while (sync.progress().isUnderWay()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    @Test
    void documentThatIsGoneDoesNotComeBackWithABatchThatIsBeingMade() throws Exception {
        Path notes = Files.createDirectory(directory.resolve("notes"));
        Files.writeString(notes.resolve("mill.txt"), "Orla Finn grinds rye.");
        Path gone = Files.writeString(notes.resolve("baker.txt"), "Piet Moll bakes bread.");
        DocumentPlaces places = DocumentPlaces.of(List.of("notes"), directory);
        InMemoryGraphStore store = new InMemoryGraphStore();
        try (GraphRag rag = GraphRag.builder()
                        .store(store)
                        .embeddingModel(new GatedEmbeddingModel(this::gate))
                        .build();
                BackgroundSync sync = new BackgroundSync(
                        rag, store, places, SourceLoader.builder().build(), false)) {
            read(sync);
            held = true;
            FutureTask<IngestReport> replacing =
                    new FutureTask<>(() -> rag.add(SourceDocument.of("notes/baker.txt", "Piet Moll sleeps.")));
            Thread.ofPlatform().start(replacing);
            asked.await();
            Files.delete(gone);

            read(sync);
            let.countDown();

            assertThat(replacing.get().documents()).isZero();
            assertThat(store.passages(PassagesBy.DOCUMENT, List.of("notes/baker.txt")))
                    .isEmpty();
            assertThat(store.statistics().documents()).isOne();
        }
    }

    private static void read(BackgroundSync sync) {
        assertThat(sync.start()).isTrue();
        awaitEnd(sync);
        assertThat(sync.progress().places())
                .singleElement()
                .matches(place -> place.state() == SyncProgress.PlaceState.DONE);
    }
}

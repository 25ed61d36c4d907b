package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.documents.DocumentLoader;
import dev.tern.documents.LoadListener;
import dev.tern.documents.sync.SourceSync;
import dev.tern.documents.sync.SyncOptions;
import dev.tern.documents.sync.SyncPlace;
import dev.tern.documents.sync.SyncReport;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.note.SyncedSource;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A graph on a server that is brought into step with a folder, opened anew for each run, beside one in memory. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class SyncedFolderTest {
    private static final String NAME = "the \"notes\" of Müller's \\ 名";
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-31T12:00:00Z"), ZoneOffset.UTC);

    private final OwnGraphs graphs;
    private final GraphStore reference = new InMemoryGraphStore();

    @TempDir
    private Path directory;

    private Path folder;
    private Instant written = CLOCK.instant().minus(Duration.ofDays(1));

    SyncedFolderTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
        folder = Path.of("");
    }

    @BeforeEach
    void fill() throws IOException {
        folder = Files.createDirectory(directory.resolve("notes"));
        for (int i = 0; i < 4; i++) {
            write(i + ".txt", "The keeper of house " + i + " is called Code" + i + ".");
        }
    }

    @AfterEach
    void close() {
        reference.close();
        graphs.close();
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        // Long ago: of a file that was just written the time is not kept, and the second of two runs may be later than
        // just.
        written = written.plusSeconds(1);
        Files.setLastModifiedTime(file, FileTime.from(written));
    }

    private SyncReport sync() {
        return run(SyncedFolderTest::add, false);
    }

    /** A run on both graphs, after which they are the same. */
    private SyncReport run(BiFunction<GraphStore, Iterable<SourceDocument>, IngestReport> adding, boolean dryRun) {
        SyncReport expected = run(reference, adding, dryRun);
        try (GraphStore store = graphs.open("synced")) {
            SyncReport report = run(store, adding, dryRun);
            assertThat(report.source()).isEqualTo(expected.source());
            assertThat(report.plan()).isEqualTo(expected.plan());
            assertThat(report.gaps()).isEqualTo(expected.gaps());
        }
        assertSame();
        return expected;
    }

    private SyncReport run(
            GraphStore store, BiFunction<GraphStore, Iterable<SourceDocument>, IngestReport> adding, boolean dryRun) {
        SyncPlace place = SyncPlace.of("notes", Optional.of(NAME), directory, Optional.empty());
        SyncOptions options =
                SyncOptions.of(exclude -> DocumentLoader.builder().build()).withDryRun(dryRun);
        return new SourceSync(store, "ada", CLOCK)
                .run(place, options, documents -> adding.apply(store, documents), LoadListener.NONE);
    }

    private static IngestReport add(GraphStore store, Iterable<SourceDocument> documents) {
        return GraphRag.builder()
                .store(store)
                .embeddingModel(new SampleEmbeddings())
                .build()
                .add(documents, IngestListener.NONE);
    }

    private void assertFails(BiFunction<GraphStore, Iterable<SourceDocument>, IngestReport> adding, String message) {
        assertThatThrownBy(() -> run(reference, adding, false))
                .isInstanceOf(TernException.class)
                .hasMessage(message);
        try (GraphStore store = graphs.open("synced")) {
            assertThatThrownBy(() -> run(store, adding, false))
                    .isInstanceOf(TernException.class)
                    .hasMessage(message);
        }
        assertSame();
        assertThat(SyncedSource.in(reference.latest().notes()))
                .singleElement()
                .extracting(SyncedSource::state, SyncedSource::remark)
                .containsExactly(SyncedSource.SyncedState.STOPPED, message);
    }

    private void assertSame() {
        try (GraphStore store = graphs.open("synced")) {
            assertThat(SyncedSource.in(store.latest().notes()))
                    .isEqualTo(SyncedSource.in(reference.latest().notes()));
            Rows rows = Rows.of(store.latest());
            rows.requireWhole();
            assertThat(rows).isEqualTo(Rows.of(reference.latest()));
        }
    }

    private static SyncedSource.Counts counts(int documents, int added, int replaced, int removed, int unchanged) {
        return new SyncedSource.Counts(documents, added, replaced, removed, unchanged, 0);
    }

    @Test
    void whatIsNewChangedRenamedAndGoneIsSoInTheGraph() throws IOException {
        assertThat(sync().source().counts()).isEqualTo(counts(4, 4, 0, 0, 0));
        assertThat(sync().source().counts()).isEqualTo(counts(4, 0, 0, 0, 4));
        write("0.txt", "The keeper of house 0 is now called Vera.");
        Files.delete(folder.resolve("1.txt"));
        write("more/4.txt", "The keeper of house 4 is called Nils.");
        Files.move(folder.resolve("2.txt"), folder.resolve("more/two.txt"));

        SyncReport.Plan plan = run(SyncedFolderTest::add, true).plan().orElseThrow();
        assertThat(plan.added()).containsExactlyInAnyOrder(NAME + "/more/4.txt", NAME + "/more/two.txt");
        assertThat(plan.replaced()).containsExactly(NAME + "/0.txt");
        assertThat(plan.removed()).containsExactly(NAME + "/1.txt", NAME + "/2.txt");
        assertThat(sync().source().counts()).isEqualTo(counts(4, 2, 1, 2, 1));
        assertThat(sync().source().counts()).isEqualTo(counts(4, 0, 0, 0, 4));
    }

    @Test
    void aFolderThatIsAwayOrEmptyRemovesNothing() throws IOException {
        sync();
        Path away = Files.move(folder, directory.resolve("away"));
        assertFails(SyncedFolderTest::add, "there is no folder " + folder);
        Files.createDirectory(folder);
        assertThat(sync().gaps()).containsExactly("it is empty, where the graph has 4 files or pages of it");
        Files.delete(folder);
        Files.move(away, folder);
        assertThat(sync().source().counts()).isEqualTo(counts(4, 0, 0, 0, 4));
    }

    @Test
    void aRunThatBrokeOffIsGoneOnWith() throws IOException {
        sync();
        write(
                "lines.jsonl",
                "{\"_id\": \"one\", \"text\": \"Nils sold it.\"}\n{\"_id\": \"two\", \"text\": \"Ada bought it.\"}\n");
        Files.delete(folder.resolve("3.txt"));
        assertFails(SyncedFolderTest::brokenOffAfterOne, "the network is down");
        assertThat(reference.latest().statistics().passages()).isEqualTo(5);
        assertThat(sync().source().counts()).isEqualTo(counts(4, 0, 1, 1, 3));
        assertThat(reference.latest().statistics().passages()).isEqualTo(5);
    }

    private static IngestReport brokenOffAfterOne(GraphStore store, Iterable<SourceDocument> documents) {
        add(store, List.of(documents.iterator().next()));
        throw TernException.store("the network is down");
    }
}

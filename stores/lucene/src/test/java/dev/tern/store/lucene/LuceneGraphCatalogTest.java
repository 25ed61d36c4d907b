package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.contract.GraphCatalogContract;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LuceneGraphCatalogTest extends GraphCatalogContract {
    private static final GraphBatch BATCH =
            Samples.batch(Samples.passage("d", 0, "Ada wrote notes.", Statement.of("Ada", "wrote", "notes")));
    private static final GraphBatch OTHER =
            Samples.batch(Samples.passage("e", 0, "Bob read books.", Statement.of("Bob", "read", "books")));

    private final Path store;
    private final Path graph;

    LuceneGraphCatalogTest(@TempDir Path directory) {
        this.store = directory.resolve("store");
        this.graph = store.resolve("default");
    }

    @Override
    protected GraphCatalog openCatalog() {
        return LuceneGraphCatalog.open(store);
    }

    private void write(GraphBatch batch) {
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            opened.write(batch);
        }
    }

    private boolean drop() {
        return LuceneGraphCatalog.open(store).drop("default");
    }

    @Test
    void itIsWhereItsDirectoryIsAndLookingCreatesNothing() {
        try (GraphCatalog catalog = openCatalog()) {
            assertThat(catalog.location()).isEqualTo(store.toString());
            assertThat(catalog.drop("default")).isFalse();
        }
        assertThat(store).doesNotExist();
    }

    @Test
    void graphThatIsBeingWrittenIsNotDropped() throws IOException, InterruptedException {
        try (GraphStore writing = LuceneGraphStore.open(store, "default")) {
            writing.write(BATCH);
            assertThatThrownBy(this::drop)
                    .isInstanceOf(TernException.class)
                    .hasMessage("the graph in " + graph + " is being written by another open store of this process ("
                            + ProcessHandle.current().pid()
                            + "); only one process can write, any number can read. Wait for its end, or stop it");
            assertThat(writing.latest().statistics().passages()).isOne();
        }
        Process holder = IndexingProcess.start(store, "hold");
        try {
            IndexingProcess.await(holder, "up");
            IndexingProcess.go(holder);
            IndexingProcess.await(holder, "holding");
            GraphCatalog catalog = openCatalog();
            assertThatThrownBy(() -> catalog.drop(IndexingProcess.GRAPH))
                    .hasMessageContaining("is being written by process " + holder.pid());
            holder.destroyForcibly().waitFor();
            assertThat(catalog.drop(IndexingProcess.GRAPH)).isTrue();
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    @Test
    void readersOfADroppedGraphFindItEmptyAndThenTheNewOne() throws IOException {
        write(BATCH);
        try (GraphStore reader = LuceneGraphStore.open(store, "default")) {
            GraphView before = reader.view();
            assertThat(reader.latest().statistics().passages()).isOne();
            assertThat(drop()).isTrue();
            assertThat(reader.latest().description()).isEmpty();
            assertThat(Rows.of(reader.latest())).isEqualTo(Rows.NONE);
            assertThat(before.statistics().passages()).as("what was open").isOne();
            before.close();
            write(OTHER);
            Rows other = Rows.of(reader.latest());
            assertThat(other.passages().values()).containsExactlyElementsOf(OTHER.passages());
            // Dropped and recreated between two reads, with as many commits and file names.
            assertThat(drop()).isTrue();
            write(BATCH);
            assertThat(Rows.of(reader.latest()).passages().values()).containsExactlyElementsOf(BATCH.passages());
            reader.write(OTHER);
            assertThat(reader.latest().statistics().passages()).isEqualTo(2);
        }
    }

    @Test
    void removingFromAGraphThatIsDroppedMeanwhileMakesNoneAnew() {
        write(BATCH);
        List<String> droppedWhenRead = new AbstractList<>() {
            private boolean dropped;

            @Override
            public String get(int index) {
                if (!dropped) {
                    dropped = drop();
                }
                return "d";
            }

            @Override
            public int size() {
                return 1;
            }
        };
        try (GraphStore removing = LuceneGraphStore.open(store, "default")) {
            removing.removeDocuments(droppedWhenRead);
            assertThat(removing.latest().description()).isEmpty();
        }
        try (GraphCatalog catalog = openCatalog()) {
            assertThat(catalog.graphs()).isEmpty();
        }
        write(OTHER);
        assertThat(drop()).isTrue();
        assertThat(graph).doesNotExist();
    }

    @Test
    void killedHalfWayThereIsNoGraphAndWhatIsLeftGoesWithTheNextDropOrWrite() throws IOException {
        write(BATCH);
        removeCommit();
        List<String> left = filesOf(graph);
        assertThat(left).isNotEmpty();
        assertThat(LuceneGraphStore.graphs(store)).isEmpty();
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            assertThat(Rows.of(opened.latest())).isEqualTo(Rows.NONE);
            opened.write(OTHER);
            assertThat(Rows.of(opened.latest()).passages().values()).containsExactlyElementsOf(OTHER.passages());
            assertThat(filesOf(graph))
                    .filteredOn(name -> !name.equals(IndexWriter.WRITE_LOCK_NAME))
                    .doesNotContainAnyElementsOf(left);
        }
        removeCommit();
        assertThat(drop()).as("there was no graph to drop").isFalse();
        assertThat(graph).doesNotExist();
    }

    @Test
    void killedAfterAnyFileThereIsTheWholeGraphOrNone() throws IOException {
        write(BATCH);
        Rows whole = rows();
        int files = filesOf(graph).size();
        for (int kill = 0; kill <= files; kill++) {
            int deletions = kill;
            int[] deleted = {0};
            GraphRemoval killed = GraphRemoval.of(graph, file -> {
                if (deleted[0]++ == deletions) {
                    throw new IOException("killed");
                }
                Files.deleteIfExists(file);
            });
            assertThatThrownBy(killed::remove).hasMessageContaining("killed");
            assertThat(rows()).as("killed after %d files", kill).isEqualTo(kill == 0 ? whole : Rows.NONE);
            assertThat(LuceneGraphStore.graphs(store)).hasSize(kill == 0 ? 1 : 0);
            // Half of the time the next drop finds the rest, otherwise the next write.
            assertThat(kill % 2 == 1 && drop()).isFalse();
            write(BATCH);
            assertThat(rows()).isEqualTo(whole);
        }
        assertThat(drop()).isTrue();
        assertThat(graph).doesNotExist();
    }

    private Rows rows() {
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            return Rows.of(opened.latest());
        }
    }

    @Test
    void damagedGraphCanBeDropped() throws IOException {
        for (String ending : List.of(".si", "_1", ".cfs")) {
            write(BATCH);
            for (String name : filesOf(graph)) {
                if (name.endsWith(ending)) {
                    Files.write(graph.resolve(name), new byte[] {1, 2, 3});
                }
            }
            assertThat(drop()).as(ending).isTrue();
            assertThat(graph).doesNotExist();
        }
    }

    @Test
    void graphWithFilesOfSomebodyElseIsNotDropped() throws IOException {
        write(BATCH);
        Path notes = Files.writeString(graph.resolve("notes.txt"), "mine");
        assertThatThrownBy(this::drop)
                .isInstanceOf(TernException.class)
                .hasMessage(graph
                        + " holds \"notes.txt\", which is not from Tern; nothing was dropped. Move it elsewhere first");
        assertThat(notes).hasContent("mine");
        assertThat(LuceneGraphStore.graphs(store)).containsExactly("default");
    }

    @Test
    void folderThatIsNoGraphIsLeftAlone() throws IOException {
        write(BATCH);
        Path folder = Files.createDirectories(store.resolve("thesis"));
        Path file = Files.writeString(folder.resolve("chapter"), "mine");
        Files.createDirectories(store.resolve("empty"));
        try (GraphCatalog catalog = openCatalog()) {
            assertThat(catalog.drop("thesis")).isFalse();
            assertThat(catalog.drop("empty")).isFalse();
        }
        assertThat(file).hasContent("mine");
        assertThat(store.resolve("empty")).isDirectory();
    }

    @Test
    void indexOfSomebodyElseIsNotDropped() throws IOException {
        write(BATCH);
        Path other = store.resolve("other");
        commit(other, Map.of());
        Path future = store.resolve("future");
        commit(future, Map.of("tern.embeddingModel", "m", "tern.dimension", "16", "tern.format", "7"));
        try (GraphCatalog catalog = openCatalog()) {
            assertThatThrownBy(() -> catalog.drop("other"))
                    .hasMessage(other + " holds a Lucene index that Tern did not write");
            assertThatThrownBy(() -> catalog.drop("future"))
                    .hasMessage(
                            "the graph in " + future + " has format 7; this version of Tern reads and writes format 2");
            assertThat(catalog.graphs()).containsExactly("default", "future", "other");
        }
    }

    @Test
    void directoryThatIsNoStoreIsRefused() throws IOException {
        GraphCatalog catalog = openCatalog();
        commit(graph, Map.of());
        assertThatThrownBy(() -> catalog.drop("default"))
                .hasMessage(
                        store + " is not a Tern store: it holds \"default\" and no file \"tern-store\". Choose a new"
                                + " or an empty directory");
        assertThatThrownBy(this::openCatalog).hasMessageContaining("is not a Tern store");
        assertThat(filesOf(graph)).isNotEmpty();
    }

    @Test
    void copyOfAGraphUnderANameThatIsNoneIsNoGraph() throws IOException {
        write(BATCH);
        Path copy = Files.createDirectories(store.resolve("default.bak"));
        try (Stream<Path> files = Files.list(graph)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        assertThat(LuceneGraphStore.graphs(store)).containsExactly("default");
        assertThat(drop()).isTrue();
        assertThat(filesOf(copy)).isNotEmpty();
    }

    private static void commit(Path index, Map<String, String> userData) throws IOException {
        try (FSDirectory files = FSDirectory.open(index);
                IndexWriter writer = new IndexWriter(files, new IndexWriterConfig())) {
            writer.addDocument(new Document());
            writer.setLiveCommitData(userData.entrySet());
            writer.commit();
        }
    }

    /** Does the first step of dropping. */
    private void removeCommit() throws IOException {
        try (Stream<Path> files = Files.list(graph)) {
            for (Path commit : files.filter(
                            file -> file.getFileName().toString().startsWith("segments_"))
                    .toList()) {
                Files.delete(commit);
            }
        }
    }

    private static List<String> filesOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}

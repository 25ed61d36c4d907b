package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LuceneGraphStoreTest {
    private static final GraphBatch BATCH =
            Samples.batch(Samples.passage("d", 0, "Ada wrote notes.", Statement.of("Ada", "wrote", "notes")));
    private static final GraphBatch MORE =
            Samples.batch(Samples.passage("e", 0, "Ada wrote letters.", Statement.of("Ada", "wrote", "letters")));

    @TempDir
    private Path directory;

    @Test
    void readingCreatesNothing() {
        Path store = directory.resolve("none");
        try (GraphStore graph = LuceneGraphStore.open(store, "default")) {
            assertThat(Rows.of(graph.latest())).isEqualTo(Rows.NONE);
            assertThat(graph.removeDocuments(List.of("d"))).isZero();
        }
        assertThat(LuceneGraphStore.graphs(store)).isEmpty();
        assertThat(store).doesNotExist();
    }

    @Test
    void interruptedThreadCanCloseAndTheLockIsGivenBack() {
        GraphStore graph = LuceneGraphStore.open(directory, "default");
        graph.write(BATCH);
        Thread.currentThread().interrupt();
        graph.close();
        assertThat(Thread.interrupted()).as("the thread is still interrupted").isTrue();
        try (GraphStore again = LuceneGraphStore.open(directory, "default")) {
            again.write(MORE);
            assertThat(again.latest().statistics().passages()).isEqualTo(2);
        }
    }

    @Test
    void fileIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("notes.txt"), "mine");
        assertThatThrownBy(() -> LuceneGraphStore.open(file, "default"))
                .isInstanceOf(TernException.class)
                .hasMessage(file + " is a file; a Tern store is a directory");
        assertThat(file).hasContent("mine");
    }

    @Test
    void directoryOfSomethingElseIsRefusedAndLeftUntouched() throws IOException {
        Files.writeString(directory.resolve("thesis.txt"), "mine");
        assertThatThrownBy(() -> LuceneGraphStore.open(directory, "default"))
                .isInstanceOf(TernException.class)
                .hasMessage(directory + " is not a Tern store: it holds \"thesis.txt\" and no file \"tern-store\"."
                        + " Choose a new or an empty directory");
        assertThatThrownBy(() -> LuceneGraphStore.graphs(directory)).isInstanceOf(TernException.class);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("thesis.txt"));
        }
    }

    @Test
    void directoryThatBecameSomethingElseIsRefusedAtTheFirstWrite() throws IOException {
        Path store = directory.resolve("store");
        try (GraphStore graph = LuceneGraphStore.open(store, "default")) {
            Files.createDirectories(store);
            Files.writeString(store.resolve("thesis.txt"), "mine");
            assertThatThrownBy(() -> graph.write(BATCH)).hasMessageContaining("is not a Tern store");
        }
        try (Stream<Path> files = Files.list(store)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void storeOfAnotherLayoutIsRefused() throws IOException {
        Files.writeString(directory.resolve(StoreDirectory.MARKER), "This directory is a Tern store, layout 9.\n");
        assertThatThrownBy(() -> LuceneGraphStore.open(directory, "default"))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("layout 9")
                .hasMessageContaining("layout 1");
    }

    @Test
    void markerLeftEmptyByAKilledProcessIsAMarker() throws IOException {
        Files.createFile(directory.resolve(StoreDirectory.MARKER));
        try (GraphStore graph = LuceneGraphStore.open(directory, "default")) {
            graph.write(BATCH);
            assertThat(graph.latest().statistics().passages()).isOne();
        }
    }

    @Test
    void markerOfWhichOnlyTheBeginningWasWrittenIsCompleted() throws IOException {
        Path marker = Files.writeString(directory.resolve(StoreDirectory.MARKER), "This directory is a Tern st");
        try (GraphStore graph = LuceneGraphStore.open(directory, "default")) {
            graph.write(BATCH);
        }
        assertThat(marker)
                .content()
                .startsWith("This directory is a Tern store, layout 1.")
                .endsWith("one graph.\n");
    }

    @Test
    void everyFolderThatGotANewNameIsBroughtToDisk() throws IOException {
        Path store = directory.resolve("new").resolve("store");
        List<Path> synced = new ArrayList<>();
        StoreDirectory.at(store, synced::add).create("default");
        assertThat(synced).containsExactlyInAnyOrder(directory, store.getParent(), store);
        synced.clear();
        StoreDirectory.at(store, synced::add).create("default");
        assertThat(synced).isEmpty();
        StoreDirectory.at(store, synced::add).create("other");
        assertThat(synced).containsExactly(store);
        Files.delete(store.resolve(StoreDirectory.MARKER));
        Files.delete(store.resolve("default"));
        Files.delete(store.resolve("other"));
        StoreDirectory.at(store, synced::add).create("default");
        assertThat(synced).containsExactly(store, store);
    }

    @Test
    void graphOfAnotherFormatIsRefused() throws IOException {
        try (GraphStore graph = LuceneGraphStore.open(directory, "default")) {
            graph.write(BATCH);
        }
        commit(
                directory.resolve("default"),
                Map.of("tern.embeddingModel", "sample-model", "tern.dimension", "16", "tern.format", "7"));
        assertThatThrownBy(() -> LuceneGraphStore.open(directory, "default"))
                .isInstanceOf(TernException.class)
                .hasMessage("the graph in " + directory.resolve("default")
                        + " has format 7; this version of Tern reads and writes format 2");
    }

    @Test
    void indexOfSomeoneElseIsRefused() throws IOException {
        Files.createFile(directory.resolve(StoreDirectory.MARKER));
        commit(directory.resolve("default"), Map.of());
        assertThatThrownBy(() -> LuceneGraphStore.open(directory, "default"))
                .isInstanceOf(TernException.class)
                .hasMessage(directory.resolve("default") + " holds a Lucene index that Tern did not write");
    }

    private static void commit(Path index, Map<String, String> userData) throws IOException {
        try (FSDirectory files = FSDirectory.open(index);
                IndexWriter writer = new IndexWriter(files, new IndexWriterConfig())) {
            writer.addDocument(new Document());
            writer.setLiveCommitData(userData.entrySet());
            writer.commit();
        }
    }

    @Test
    void badGraphNameIsRefused() {
        assertThatThrownBy(() -> LuceneGraphStore.open(directory, "../other"))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("\"../other\" cannot be a graph's name");
    }

    @Test
    void secondProcessThatWritesIsRefusedAndToldWhichProcessHoldsTheLock() throws IOException, InterruptedException {
        Process holder = IndexingProcess.start(directory.resolve("store"), "hold");
        try (GraphStore graph = LuceneGraphStore.open(directory.resolve("store"), IndexingProcess.GRAPH)) {
            IndexingProcess.await(holder, "up");
            IndexingProcess.go(holder);
            IndexingProcess.await(holder, "holding");
            // Readers do not block the other process, and see its commits.
            assertThat(graph.latest().statistics().documents()).isOne();
            assertThatThrownBy(() -> graph.write(BATCH))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the graph in " + directory.resolve("store").resolve(IndexingProcess.GRAPH)
                            + " is being written by process " + holder.pid()
                            + "; only one process can write, any number can read. Wait for its end, or stop it");
            holder.destroyForcibly().waitFor();
            graph.write(BATCH);
            assertThat(graph.latest().statistics().documents()).isEqualTo(2);
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    @Test
    void secondStoreInThisProcessIsRefusedUntilTheFirstIsClosed() {
        long self = ProcessHandle.current().pid();
        try (GraphStore second = LuceneGraphStore.open(directory, "default")) {
            try (GraphStore first = LuceneGraphStore.open(directory, "default")) {
                first.write(BATCH);
                assertThatThrownBy(() -> first.changeNotes(present -> {
                            throw new IllegalStateException("a bug of the caller");
                        }))
                        .hasMessage("a bug of the caller");
                assertThatThrownBy(() -> second.write(MORE))
                        .isInstanceOf(TernException.class)
                        .hasMessageContaining("being written by another open store of this process (" + self + ")");
                assertThat(second.latest().statistics().passages()).isOne();
            }
            second.write(MORE);
            assertThat(second.latest().statistics().passages()).isEqualTo(2);
        }
    }

    @Test
    void noteOfADeadProcessIsNotBelieved() throws IOException {
        assertThat(WriterPid.holder(directory)).isEmpty();
        WriterPid.write(directory);
        assertThat(WriterPid.holder(directory)).contains(ProcessHandle.current().pid());
        Path file = directory.resolve("writer.pid");
        // The process id is alive, but belongs to a process with another start time.
        Files.writeString(file, ProcessHandle.current().pid() + " 2001-01-01T00:00:00Z\n");
        assertThat(WriterPid.holder(directory)).isEmpty();
        Files.writeString(file, "half a no");
        assertThat(WriterPid.holder(directory)).isEmpty();
    }

    @Test
    void fullDiskLosesNothingThatWasCommittedAndIsEmptiedOfTheRestAtOnce() throws Exception {
        FaultyDisk disk = new FaultyDisk();
        LuceneOptions options = LuceneOptions.DEFAULTS;
        try (GraphStore graph = LuceneGraphStore.open(directory, "default", options, disk::open)) {
            graph.write(BATCH);
            Rows committed = Rows.of(graph.latest());
            List<String> files = indexFiles();
            for (long room = 0; room < 4_000; room += 250) {
                disk.leave(room);
                assertThatThrownBy(() -> graph.write(MORE))
                        .isInstanceOfSatisfying(
                                TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                        .hasMessage("the disk of " + directory.resolve("default")
                                + " is full: nothing of this batch was written, all earlier batches are safe. Free"
                                + " some space and add it again");
                assertThat(Rows.of(graph.latest())).isEqualTo(committed);
                try (GraphStore opened = LuceneGraphStore.open(directory, "default")) {
                    assertThat(Rows.of(opened.latest())).isEqualTo(committed);
                }
                // On a loaded machine later: the rollback runs on its own thread.
                while (!indexFiles().equals(files)) {
                    Thread.sleep(5);
                }
            }
            disk.leave(Long.MAX_VALUE);
            graph.write(MORE);
            assertThat(graph.latest().statistics().passages()).isEqualTo(2);
        }
    }

    private List<String> indexFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("default"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("_") || name.contains("segments_"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void missingPermissionIsTheOperatorsToMend() {
        AccessDeniedException denied = new AccessDeniedException("/store/default/write.lock");
        assertThat(StoreFailure.writing(Path.of("/store/default"), denied))
                .hasMessage("no permission to write /store/default/write.lock")
                .extracting(TernException::fault)
                .isEqualTo(Fault.OPERATOR);
        assertThat(StoreFailure.reading(Path.of("/store/default"), denied))
                .hasMessage("no permission to read /store/default");
    }

    @Test
    void damagedIndexIsNamed() throws IOException {
        try (GraphStore graph = LuceneGraphStore.open(directory, "default")) {
            graph.write(BATCH);
        }
        try (Stream<Path> files = Files.list(directory.resolve("default"))) {
            Path segment = files.filter(file -> file.toString().endsWith(".si"))
                    .findFirst()
                    .orElseThrow();
            Files.write(segment, new byte[] {1, 2, 3});
        }
        assertThatThrownBy(() -> LuceneGraphStore.open(directory, "default"))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                .hasMessageStartingWith("the graph in " + directory.resolve("default") + " is damaged: _0.si ");
    }
}

package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.store.contract.Samples;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphExport;
import dev.tern.transfer.GraphImport;
import dev.tern.transfer.TransferListener;
import dev.tern.transfer.checksum.GraphChecksum;
import dev.tern.transfer.verify.Reindex;
import dev.tern.transfer.verify.ReindexReport;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import dev.tern.transfer.verify.VerificationReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of backups and verification during reads and writes. */
final class LuceneBackupTest {
    private static final int BACKUPS = 12;

    @TempDir
    private Path directory;

    @Test
    void aBackupIsOneOfTheStatesThatTheGraphWasInWhileItIsWrittenAndRead() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("backup while writing: seed " + seed);
        Set<GraphChecksum> states = ConcurrentHashMap.newKeySet();
        AtomicBoolean done = new AtomicBoolean();
        try (GraphStore graph = LuceneGraphStore.open(directory.resolve("store"), "default")) {
            for (int i = 0; i < 20; i++) {
                graph.write(Samples.batch(document(i, "")));
            }
            states.add(GraphChecksum.of(graph.latest()));
            Thread writer = Thread.ofPlatform().start(() -> {
                Random random = new Random(seed);
                // Every state is recorded before the next: there is one writer.
                while (!done.get()) {
                    change(graph, random);
                    states.add(GraphChecksum.of(graph.latest()));
                }
            });
            Thread reader = Thread.ofPlatform().start(() -> {
                while (!done.get()) {
                    graph.latest().nearestPassages(Samples.vector("thing 1"), 5);
                    assertThat(Verification.check(graph, VerificationListener.NONE)
                                    .problems())
                            .isEmpty();
                }
            });
            List<Path> files = new ArrayList<>();
            for (int i = 0; i < BACKUPS || states.size() <= 2; i++) {
                Path file = directory.resolve("backup" + i);
                GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);
                files.add(file);
            }
            done.set(true);
            writer.join();
            reader.join();
            assertThat(states).hasSizeGreaterThan(2);
            for (Path file : files) {
                GraphStore restored = new InMemoryGraphStore();
                GraphImport.read(
                        file,
                        restored,
                        () -> {
                            throw new AssertionError("no model is needed");
                        },
                        TransferListener.NONE);
                assertThat(states).as("seed %d", seed).contains(GraphChecksum.of(restored.latest()));
            }
        }
    }

    private static void change(GraphStore graph, Random random) {
        int number = random.nextInt(40);
        if (random.nextInt(3) == 0) {
            graph.removeDocuments(List.of("d" + number));
        } else {
            graph.write(Samples.batch(document(number, "")));
        }
    }

    private static Passage[] document(int number, String version) {
        Passage[] passages = new Passage[3];
        for (int part = 0; part < passages.length; part++) {
            passages[part] = Samples.passage(
                    "d" + number,
                    part,
                    version + "part " + part + " of " + number,
                    Statement.of("thing " + number, "is near", "thing " + (number + part) % 7),
                    new Statement("All met.", List.of("thing 1", "thing 2", "thing 3")));
        }
        return passages;
    }

    @Test
    void graphsThatHoldTheSameAreTheSameFileWhateverTheirSegments() {
        Path one = directory.resolve("one");
        Path other = directory.resolve("other");
        try (GraphStore graph = LuceneGraphStore.open(directory.resolve("store"), "one");
                GraphStore turned = LuceneGraphStore.open(directory.resolve("store2"), "other")) {
            for (int i = 0; i < 40; i++) {
                graph.write(Samples.batch(document(i, "")));
                turned.write(Samples.batch(document(39 - i, i % 5 == 0 ? "old " : "")));
            }
            for (int i = 0; i < 40; i += 5) {
                turned.removeDocuments(List.of("d" + (39 - i)));
                turned.write(Samples.batch(document(39 - i, "")));
            }
            assertThat(GraphChecksum.of(turned.latest())).isEqualTo(GraphChecksum.of(graph.latest()));
            GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, one, false, TransferListener.NONE);
            GraphExport.write(turned, ExportSettings.WHOLE_GRAPH, other, false, TransferListener.NONE);
        }
        assertThat(other).hasSameBinaryContentAs(one);
    }

    @Test
    void whatIsLostIsFoundAndMendedInAnIndexToo() {
        try (GraphStore graph = LuceneGraphStore.open(directory.resolve("store"), "default")) {
            for (int i = 0; i < 10; i++) {
                graph.write(Samples.batch(document(i, "")));
            }
            GraphChecksum whole = GraphChecksum.of(graph.latest());
            assertThat(Verification.check(graph, VerificationListener.NONE).isWhole())
                    .isTrue();
            RelationRow row = RelationRow.of(document(4, "")[2]).getLast();
            graph.write(Samples.removing(RowKind.RELATION, row.id()));
            Passage gone = Samples.passage("gone", 0, "Gone.", Statement.of("thing 1", "lost", "all"));
            graph.write(Samples.batch(gone));
            graph.write(Samples.removing(RowKind.PASSAGE, gone.id()));
            VerificationReport report = Verification.check(graph, VerificationListener.NONE);
            assertThat(report.problemCount()).isEqualTo(3);
            ReindexReport reindexed = Reindex.run(
                    graph,
                    () -> {
                        throw new AssertionError("the vector is elsewhere");
                    },
                    written -> {});
            assertThat(reindexed.passages()).isEqualTo(30);
            assertThat(reindexed.removedRows()).isEqualTo(2);
            assertThat(Verification.check(graph, VerificationListener.NONE).problems())
                    .isEmpty();
            assertThat(GraphChecksum.of(graph.latest())).isEqualTo(whole);
        }
    }
}

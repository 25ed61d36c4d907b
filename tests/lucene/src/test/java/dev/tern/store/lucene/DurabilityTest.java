package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RelationRow;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import dev.tern.transfer.GraphImport;
import dev.tern.transfer.TransferListener;
import dev.tern.transfer.checksum.GraphChecksum;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that indexes, copies, backs up or restores is killed again and again; nothing half-written is ever seen,
 * and nothing is lost in the end. {@code -Dkills} is the number of processes that all such tests kill together; the
 * part that {@code tern add} and {@code tern serve} leave over is for these. {@code build/tools/kill-test.sh} kills
 * 1,000.
 */
@Tag("slow")
class DurabilityTest {
    private static final int KILLS = shareOfKills(Integer.getInteger("kills", 50));
    private static final int MAX_BATCHES = 4;
    /** The number of kills of which one each hits a copy, a backup and a restoration, the others indexing and merges. */
    private static final int TURNS = 6;

    private final List<GraphBatch> batches = IndexingProcess.batches();

    private static int shareOfKills(int all) {
        return all - all / 20 - all * 3 / 20;
    }

    @Test
    void killedAtAnyMomentTheStoreOpensWithWholeBatches(@TempDir Path directory)
            throws IOException, InterruptedException {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("killedAtAnyMoment: seed " + seed);
        Random random = new Random(seed);
        Path store = directory.resolve("store");
        Rows undisturbed = indexedWhole(directory.resolve("undisturbed"));
        IndexingProcess.writeSource(store);
        IndexingProcess.make(store, "backup");
        GraphChecksum source = checksum(store, IndexingProcess.SOURCE);
        String nextMode = mode(0, random);
        Process next = IndexingProcess.start(store, nextMode);
        Set<Rows> seen = new HashSet<>();
        Map<String, Integer> partly = new TreeMap<>();
        Map<String, Long> longestNanos = new HashMap<>();
        try {
            for (int kill = 0; kill < KILLS; kill++) {
                Process process = next;
                String mode = nextMode;
                IndexingProcess.await(process, "up");
                // The next one starts while this one works; it opens the store only when told to.
                nextMode = mode(kill + 1, random);
                next = IndexingProcess.start(store, nextMode);
                IndexingProcess.go(process);
                String kind = IndexingProcess.MAKING.contains(mode) ? mode : "index";
                longestNanos.put(kind, killWhileWriting(process, random, longestNanos.getOrDefault(kind, 0L)));
                try {
                    if (kind.equals("index")) {
                        try (GraphStore graph = LuceneGraphStore.open(store, IndexingProcess.GRAPH)) {
                            seen.add(requireWholeBatches(graph));
                        }
                    }
                    if (requireWhole(store, kind, source)) {
                        partly.merge(kind, 1, Integer::sum);
                    }
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("seed " + seed + ", kill " + kill + ", of " + mode, e);
                }
                for (String graph : LuceneGraphStore.graphs(store)) {
                    assertThat(WriterPid.holder(store.resolve(graph))).isEmpty();
                }
            }
        } finally {
            next.destroyForcibly().waitFor();
        }
        System.out.println("kills: " + KILLS + " of indexing, merges, copies, backups and restorations, each verified; "
                + seen.size() + " different states of the index seen, copies and restorations partly there " + partly);
        assertThat(seen).as("the kills came too early to show anything").hasSizeGreaterThan(KILLS / 20);

        for (String mode : IndexingProcess.MAKING) {
            IndexingProcess.make(store, mode);
        }
        assertThat(checksum(store, IndexingProcess.COPY)).isEqualTo(source);
        assertThat(checksum(store, IndexingProcess.RESTORED)).isEqualTo(source);

        assertThat(indexedWhole(store)).isEqualTo(undisturbed);
    }

    /** Returns the mode of a process; half of the indexing ones start at a random batch. */
    private String mode(int kill, Random random) {
        int turn = kill % TURNS;
        return turn < IndexingProcess.MAKING.size()
                ? IndexingProcess.MAKING.get(turn)
                : Integer.toString(random.nextInt(batches.size()));
    }

    private static GraphChecksum checksum(Path store, String name) {
        try (GraphStore graph = LuceneGraphStore.open(store, name)) {
            return GraphChecksum.of(graph.latest());
        }
    }

    /**
     * Asserts that the process's graphs are whole, and that the source and the backup are unchanged.
     *
     * @return whether a copy or a restoration is there, and not all of it
     */
    private static boolean requireWhole(Path store, String kind, GraphChecksum source) {
        return switch (kind) {
            case "copy" -> {
                requireWhole(store, IndexingProcess.SOURCE);
                assertThat(checksum(store, IndexingProcess.SOURCE)).isEqualTo(source);
                yield isPartOf(store, IndexingProcess.COPY, source);
            }
            case "restore" -> isPartOf(store, IndexingProcess.RESTORED, source);
            case "backup" -> {
                try (GraphStore restored = new InMemoryGraphStore()) {
                    GraphImport.read(
                            IndexingProcess.backup(store),
                            restored,
                            () -> {
                                throw new AssertionError("no model is needed");
                            },
                            TransferListener.NONE);
                    assertThat(GraphChecksum.of(restored.latest())).isEqualTo(source);
                }
                yield false;
            }
            default -> {
                requireWhole(store, IndexingProcess.GRAPH);
                yield false;
            }
        };
    }

    private static boolean isPartOf(Path store, String graph, GraphChecksum source) {
        requireWhole(store, graph);
        return LuceneGraphStore.graphs(store).contains(graph)
                && !checksum(store, graph).equals(source);
    }

    private static void requireWhole(Path store, String name) {
        try (GraphStore graph = LuceneGraphStore.open(store, name)) {
            assertThat(Verification.check(graph, VerificationListener.NONE).problems())
                    .as(name)
                    .isEmpty();
        }
    }

    /**
     * Kills a process after some batches and a part of the next one. How long that part may be is learnt from the batches
     * before, so that the moments cover the writing of a batch on a fast machine and on a busy one.
     *
     * @return how long the longest of the latest batches took
     */
    private static long killWhileWriting(Process process, Random random, long longestNanos)
            throws IOException, InterruptedException {
        long longest = 0;
        int batches = random.nextInt(MAX_BATCHES);
        for (int i = 0; i < batches; i++) {
            long start = System.nanoTime();
            IndexingProcess.await(process, "wrote");
            // The first batch of a process also loads its classes.
            longest = i == 0 ? longest : Math.max(longest, System.nanoTime() - start);
        }
        long nanos = longest > 0 ? longest : longestNanos;
        Thread.sleep(Duration.ofNanos((long) (random.nextDouble() * 1.5 * nanos)));
        process.destroyForcibly().waitFor();
        return nanos;
    }

    private static Rows indexedWhole(Path store) throws IOException, InterruptedException {
        Process process = IndexingProcess.start(store, "once");
        IndexingProcess.await(process, "up");
        IndexingProcess.go(process);
        assertThat(process.waitFor()).isZero();
        try (GraphStore graph = LuceneGraphStore.open(store, IndexingProcess.GRAPH)) {
            return Rows.of(graph.latest());
        }
    }

    /** Asserts that every document has exactly the rows and vectors of one of its batches. */
    private Rows requireWholeBatches(GraphStore graph) {
        Rows rows = Rows.of(graph.latest());
        rows.requireWhole();
        if (!rows.equals(Rows.NONE)) {
            assertThat(graph.latest().description()).contains(new GraphDescription(Samples.MODEL, Samples.DIMENSION));
        }
        Map<String, Set<String>> passagesByDocument = new HashMap<>();
        rows.passages()
                .values()
                .forEach(passage -> passagesByDocument
                        .computeIfAbsent(passage.value().documentId(), id -> new HashSet<>())
                        .add(passage.value().id()));
        passagesByDocument.forEach(
                (document, passages) -> assertThat(versions(document)).contains(passages));
        Map<String, float[]> entityVectors = new HashMap<>();
        for (GraphBatch batch : batches) {
            entityVectors.putAll(batch.entityVectors());
            for (Embedded<Passage> passage : batch.passages()) {
                Embedded<Passage> stored = rows.passages().get(passage.value().id());
                if (stored != null) {
                    assertThat(stored).isEqualTo(passage);
                    for (Embedded<RelationRow> row : batch.relationRows(passage.value())) {
                        assertThat(rows.relations()).containsEntry(row.value().id(), row);
                    }
                }
            }
        }
        rows.entities().forEach((id, entity) -> assertThat(entity.vector()).isEqualTo(entityVectors.get(id)));
        return rows;
    }

    private Set<Set<String>> versions(String document) {
        return batches.stream()
                .map(batch -> batch.passages().stream()
                        .map(Embedded::value)
                        .filter(passage -> passage.documentId().equals(document))
                        .map(Passage::id)
                        .collect(Collectors.toSet()))
                .filter(passages -> !passages.isEmpty())
                .collect(Collectors.toSet());
    }
}

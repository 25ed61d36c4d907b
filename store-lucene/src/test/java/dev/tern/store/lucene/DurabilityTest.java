package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.RelationRow;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that indexes is killed again and again; nothing half-written is ever seen, and nothing is lost in the end. */
class DurabilityTest {
    private static final int KILLS = 100;
    private static final int MOST_BATCHES = 4;

    private final List<GraphBatch> batches = IndexingProcess.batches();

    @Test
    void killedAtAnyMomentTheStoreOpensWithWholeBatches(@TempDir Path directory)
            throws IOException, InterruptedException {
        long seed = System.nanoTime();
        System.out.println("killedAtAnyMoment: seed " + seed);
        Random random = new Random(seed);
        Path store = directory.resolve("store");
        Process next = startAnywhere(store, random);
        Set<Rows> seen = new HashSet<>();
        long longestNanos = 0;
        try {
            for (int kill = 0; kill < KILLS; kill++) {
                Process process = next;
                IndexingProcess.await(process, "up");
                // The next one starts while this one works; it opens the store only when told to.
                next = startAnywhere(store, random);
                IndexingProcess.go(process);
                longestNanos = killWhileWriting(process, random, longestNanos);
                try (GraphStore graph = LuceneGraphStore.open(store, IndexingProcess.GRAPH)) {
                    seen.add(requireWholeBatches(graph));
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("seed " + seed + ", kill " + kill, e);
                }
                assertThat(WriterPid.holder(store.resolve(IndexingProcess.GRAPH)))
                        .isEmpty();
            }
        } finally {
            next.destroyForcibly().waitFor();
        }
        System.out.println("killedAtAnyMoment: " + seen.size() + " different states seen after " + KILLS + " kills");
        assertThat(seen).as("the kills came too early to show anything").hasSizeGreaterThan(KILLS / 10);

        Rows again = indexedWhole(store);
        assertThat(again).isEqualTo(indexedWhole(directory.resolve("undisturbed")));
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
        int batches = random.nextInt(MOST_BATCHES);
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

    private Process startAnywhere(Path store, Random random) throws IOException {
        return IndexingProcess.start(store, Integer.toString(random.nextInt(batches.size())));
    }

    private static Rows indexedWhole(Path store) throws IOException, InterruptedException {
        Process process = IndexingProcess.start(store, "once");
        IndexingProcess.await(process, "up");
        IndexingProcess.go(process);
        assertThat(process.waitFor()).isZero();
        try (GraphStore graph = LuceneGraphStore.open(store, IndexingProcess.GRAPH)) {
            return Rows.of(graph);
        }
    }

    /** Every document is as one of its batches wrote it, with every row and vector of it. */
    private Rows requireWholeBatches(GraphStore graph) {
        Rows rows = Rows.of(graph);
        rows.requireWhole();
        if (!rows.equals(Rows.NONE)) {
            assertThat(graph.description())
                    .contains(new GraphDescription(Samples.MODEL, Samples.DIMENSION, GraphDescription.CURRENT_FORMAT));
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

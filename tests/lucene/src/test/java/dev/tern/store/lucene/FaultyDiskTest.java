package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * If any write, fsync, rename or deletion fails, once or from then on, acknowledged changes are there completely,
 * others completely or not at all, and a repetition continues.
 */
@Tag("slow")
final class FaultyDiskTest {
    private static final String GRAPH = "default";
    /** Commits before the disk fails: with the next one segments are merged. */
    private static final int BEFORE = 9;

    /**
     * Every fourth operation fails in a build, from one of the first four on as it happens, and each in {@code build/tools/kill-test.sh}: its
     * neighbours write the same file.
     */
    private static final int STRIDE_OF_ONE = Integer.getInteger("stride", 4);

    /** A disk that fails from then on is tried at every sixth operation: the next ones fail too. */
    private static final int STRIDE = 6;

    private static final List<Consumer<GraphStore>> CHANGES = changes();

    @TempDir
    private Path directory;

    private final FaultyDisk disk = new FaultyDisk();

    /** Returns changes that add, replace and remove, with enough commits for a merge. */
    private static List<Consumer<GraphStore>> changes() {
        List<Consumer<GraphStore>> changes = new ArrayList<>();
        for (int i = 0; i < BEFORE + 2; i++) {
            Passage passage = passage(i, "first");
            changes.add(graph -> graph.write(Samples.batch(passage)));
        }
        changes.add(graph -> graph.write(Samples.batch(
                List.of(passage(1, "second")), Set.of(passage(1, "first").id()))));
        changes.add(graph -> graph.removeDocuments(List.of("d2", "d3")));
        // Enough for the file of sketches.
        Passage large = Samples.passage(
                "large",
                0,
                "a text that states much",
                IntStream.range(0, SketchWriter.MIN_ROWS)
                        .mapToObj(i -> Statement.of("everything", "is near", "thing " + i))
                        .toArray(Statement[]::new));
        GraphBatch batch = Samples.batch(large);
        changes.add(graph -> graph.write(batch));
        return changes;
    }

    private static Passage passage(int document, String version) {
        return Samples.passage(
                "d" + document,
                0,
                version + " text of " + document,
                Statement.of("thing " + document, "has", version + " part"),
                Statement.of("everything", "has", "parts"));
    }

    /** Returns the rows after a number of changes. */
    private static List<Rows> states() {
        List<Rows> states = new ArrayList<>();
        GraphStore reference = new InMemoryGraphStore();
        states.add(Rows.NONE);
        for (Consumer<GraphStore> change : CHANGES) {
            change.accept(reference);
            states.add(Rows.of(reference.latest()));
        }
        return states;
    }

    @Test
    void anyOperationThatFailsOnceLosesNothing() throws IOException {
        failing(true);
    }

    @Test
    void aDiskThatFailsFromAnyOperationOnLosesNothing() throws IOException {
        failing(false);
    }

    private void failing(boolean once) throws IOException {
        List<Rows> states = states();
        Path before = directory.resolve("before");
        try (GraphStore graph = LuceneGraphStore.open(before, GRAPH)) {
            CHANGES.subList(0, BEFORE).forEach(change -> change.accept(graph));
        }
        int stride = once ? STRIDE_OF_ONE : STRIDE;
        int first = new Random().nextInt(stride);
        System.out.println("faulty disk: fails at operation " + first + " and every " + stride + " after it");
        int refused = 0;
        long operation = first;
        boolean failed = true;
        while (failed) {
            Path store = copy(before, directory.resolve("store" + operation));
            disk.failAt(operation, once);
            int attempts = run(store, states);
            refused += attempts - (CHANGES.size() - BEFORE);
            failed = disk.operations() > operation;
            disk.mend();
            try (GraphStore opened = LuceneGraphStore.open(store, GRAPH)) {
                assertThat(Rows.of(opened.latest()))
                        .as("operation %d", operation)
                        .isEqualTo(states.getLast());
                requireWhole(opened, operation);
            }
            operation += stride;
        }
        System.out.println("faulty disk: " + operation + " operations, " + refused + " changes refused");
        assertThat(operation).isGreaterThan(100);
        assertThat(refused).isGreaterThan(20);
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    /** Makes the changes in order, each repeated until it succeeds, and returns the number of attempts. */
    private int run(Path store, List<Rows> states) throws IOException {
        int attempts = 0;
        GraphStore graph = LuceneGraphStore.open(store, GRAPH, LuceneOptions.DEFAULTS, disk::open);
        int made = BEFORE;
        while (made < CHANGES.size()) {
            attempts++;
            try {
                CHANGES.get(made).accept(graph);
                made++;
            } catch (TernException e) {
                requireTyped(e, store);
                try (GraphStore other = LuceneGraphStore.open(store, GRAPH)) {
                    assertThat(Rows.of(other.latest())).isIn(states.get(made), states.get(made + 1));
                    requireWhole(other, disk.operations());
                }
                disk.mend();
            }
            assertThat(Rows.of(graph.latest())).isIn(states.get(made), states.get(Math.min(made + 1, CHANGES.size())));
        }
        try {
            graph.close();
        } catch (TernException e) {
            requireTyped(e, store);
        }
        return attempts;
    }

    private static void requireTyped(TernException failure, Path store) {
        assertThat(failure.fault()).isEqualTo(Fault.STORE);
        assertThat(failure).hasMessage("cannot write to " + store.resolve(GRAPH) + ": Input/output error");
    }

    private static void requireWhole(GraphStore graph, long operation) {
        assertThat(Verification.check(graph, VerificationListener.NONE).problems())
                .as("operation %d", operation)
                .isEmpty();
    }
}

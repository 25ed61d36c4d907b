package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.entityId;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphVisitor;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of writing and removing. */
interface WritingContract extends OpenGraph {
    Statement TAUGHT = Statement.of("Johann Bernoulli", "taught", "Leonhard Euler");
    Statement SON = Statement.of("Daniel Bernoulli", "was a son of", "Johann Bernoulli");
    Statement BORN = Statement.of("Leonhard Euler", "was born in", "Basel");

    @Test
    default void emptyGraphHasNothing() {
        try (GraphStore store = openEmpty()) {
            assertThat(store.latest().description()).isEmpty();
            assertThat(store.latest().statistics()).isEqualTo(new GraphStatistics(0, 0, 0, 0));
            assertThat(Rows.of(store.latest())).isEqualTo(Rows.NONE);
            float[] vector = Samples.vector("anything");
            assertThat(store.latest().nearestEntities(vector, 3)).isEmpty();
            assertThat(store.latest().nearestRelations(vector, 3)).isEmpty();
            assertThat(store.latest().nearestPassages(vector, 3)).isEmpty();
            assertThat(store.latest().relationsTouching(List.of(entityId("Euler")), vector, 3))
                    .isEmpty();
            assertThat(store.removeDocuments(List.of("d"))).isZero();
        }
    }

    @Test
    default void batchWithoutPassagesLeavesAnEmptyGraphEmpty() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(List.of(), Set.of("unknown passage")));
            store.write(batch());
            assertThat(store.latest().description()).isEmpty();
            assertThat(Rows.of(store.latest())).isEqualTo(Rows.NONE);
        }
    }

    @Test
    default void passagesAreCountedAndShownByHowFarTheyAre() {
        try (GraphStore store = openEmpty()) {
            Passage plain = passage("d", 0, "Johann taught Euler.");
            Passage waiting = plain.with(List.of(), Extraction.waiting("model 1"));
            Passage failed = new Passage(
                    passage("e", 0, "Nothing.").id(),
                    "e",
                    3,
                    "Title",
                    "Nothing.",
                    List.of(),
                    SourceMetadata.of(Map.of("a", "b")),
                    new Position(7, 15, 4, 6, "Part \"1\" > Über"),
                    Extraction.waiting("model 2").failed("no JSON: \"}").failed("again, no JSON"));
            store.write(batch(waiting, failed, passage("f", 0, "Done.", TAUGHT)));
            assertThat(store.latest().statistics()).isEqualTo(new GraphStatistics(3, 3, 2, 1, 1, 1));
            assertThat(inState(store, Extraction.State.WAITING)).containsExactly(waiting);
            assertThat(inState(store, Extraction.State.FAILED)).containsExactly(failed);
            assertThat(failed.extraction().tries()).isEqualTo(2);
            store.write(batch(plain.with(List.of(TAUGHT), Extraction.finished("model 1"))));
            assertThat(store.latest().statistics()).isEqualTo(new GraphStatistics(3, 3, 2, 1, 0, 1));
            assertThat(inState(store, Extraction.State.WAITING)).isEmpty();
        }
    }

    private static List<Passage> inState(GraphStore store, Extraction.State state) {
        List<Passage> found = new ArrayList<>();
        store.latest().scan(GraphVisitor.ofPassages(Set.of(state), found::add));
        return found;
    }

    @Test
    default void everythingWrittenIsThere() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(
                    passage("d", 0, "Johann taught Euler.", TAUGHT, SON), passage("d", 1, "Euler, of Basel.", BORN)));
            assertThat(store.latest().description()).contains(new GraphDescription(Samples.MODEL, Samples.DIMENSION));
            assertThat(store.latest().statistics()).isEqualTo(new GraphStatistics(1, 2, 4, 3));
            Rows rows = Rows.of(store.latest());
            rows.requireWhole();
            assertThat(rows.passages()).hasSize(2);
            assertThat(rows.entities())
                    .containsEntry(entityId("basel"), new Embedded<>("basel", Samples.vector("Basel")));
        }
    }

    @Test
    default void writingTheSameBatchAgainChangesNothing() {
        GraphBatch batch = batch(passage("d", 0, "Johann taught Euler.", TAUGHT, SON));
        try (GraphStore store = openEmpty()) {
            store.write(batch);
            Rows once = Rows.of(store.latest());
            store.write(batch);
            store.write(batch);
            assertThat(Rows.of(store.latest())).isEqualTo(once);
            assertThat(store.latest().statistics()).isEqualTo(new GraphStatistics(1, 1, 3, 2));
        }
    }

    @Test
    default void orderOfBatchesAndRepetitionsDoNotMatter() {
        List<GraphBatch> batches = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            batches.add(batch(
                    passage("d" + i, 0, "part " + i, TAUGHT, Statement.of("Euler", "wrote", "book " + i)),
                    passage("d" + i, 1, "more " + i, Statement.of("book " + i, "is about", "book " + (i + 1) % 6))));
        }
        Rows inOrder;
        try (GraphStore store = openEmpty()) {
            batches.forEach(store::write);
            inOrder = Rows.of(store.latest());
            batches.addAll(List.copyOf(batches));
            Collections.shuffle(batches, new Random(7));
            batches.forEach(store::write);
            assertThat(Rows.of(store.latest())).isEqualTo(inOrder);
            store.removeDocuments(List.of("d0", "d1", "d2", "d3", "d4", "d5"));
            Collections.reverse(batches);
            batches.forEach(store::write);
            assertThat(Rows.of(store.latest())).isEqualTo(inOrder);
        }
    }

    @Test
    default void replacedDocumentLosesStalePassagesAndTheirOrphans() {
        Passage kept = passage("d", 0, "Johann taught Euler.", TAUGHT);
        Passage old = passage("d", 1, "Euler, of Basel.", BORN);
        Passage fresh = passage("d", 1, "Daniel, son of Johann.", SON);
        try (GraphStore store = openEmpty()) {
            store.write(batch(kept, old));
            store.write(batch(List.of(kept, fresh), Set.of(old.id())));
            Rows replaced = Rows.of(store.latest());
            replaced.requireWhole();
            assertThat(replaced.passages()).containsOnlyKeys(kept.id(), fresh.id());
            assertThat(replaced.entities()).doesNotContainKey(entityId("Basel"));
            assertThat(replaced.entities()).containsKey(entityId("Leonhard Euler"));
            assertThat(store.latest().statistics()).isEqualTo(new GraphStatistics(1, 2, 3, 2));
        }
    }

    @Test
    default void rewrittenPassageLosesTheStatementsItNoLongerMakes() {
        Passage before = passage("d", 0, "One text.", TAUGHT, BORN);
        Passage after = passage("d", 0, "One text.", SON);
        try (GraphStore store = openEmpty()) {
            store.write(batch(before));
            store.write(batch(after));
            Rows rows = Rows.of(store.latest());
            rows.requireWhole();
            assertThat(rows.relations()).hasSize(1);
            assertThat(rows.entities()).containsOnlyKeys(entityId("Daniel Bernoulli"), entityId("Johann Bernoulli"));
        }
    }

    @Test
    default void whatTheMakerOfABatchSawMayBeGoneSince() {
        Passage first = passage("a", 0, "Johann taught Euler.", TAUGHT);
        Passage second = passage("b", 0, "So it was.", TAUGHT, BORN);
        GraphBatch.PriorState priorState =
                new GraphBatch.PriorState(Set.of(second.id()), Set.of(entityId("Johann Bernoulli"), entityId("Basel")));
        try (GraphStore store = openEmpty();
                GraphStore reference = new InMemoryGraphStore()) {
            reference.write(batch(second));
            store.write(batch(first));
            store.removeDocuments(List.of("a"));
            store.write(batch(second).after(priorState));
            store.write(batch(second).after(priorState));
            Rows rows = Rows.of(store.latest());
            rows.requireWhole();
            assertThat(rows).isEqualTo(Rows.of(reference.latest()));
        }
    }

    @Test
    default void removedDocumentTakesItsOrphansAndLeavesWhatIsShared() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("a", 0, "Johann taught Euler.", TAUGHT)));
            Rows one = Rows.of(store.latest());
            store.write(batch(passage("b", 0, "So it was.", TAUGHT), passage("b", 1, "Euler, of Basel.", BORN)));
            assertThat(store.removeDocuments(List.of("b", "unknown", "b"))).isOne();
            assertThat(Rows.of(store.latest())).isEqualTo(one);
            assertThat(store.removeDocuments(List.of("b"))).isZero();
            assertThat(store.removeDocuments(List.of())).isZero();
        }
    }

    @Test
    default void anotherModelIsRefusedWithBothNames() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("d", 0, "Johann taught Euler.", TAUGHT)));
            Rows before = Rows.of(store.latest());
            GraphBatch other = Samples.batchOf("another-model", Samples.DIMENSION, passage("e", 0, "Basel.", BORN));
            assertThatThrownBy(() -> store.write(other))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the graph was made with the embedding model \"sample-model\" and cannot be used with"
                            + " \"another-model\": set that model again, or index into another store or graph");
            assertThat(Rows.of(store.latest())).isEqualTo(before);
        }
    }

    @Test
    default void anotherDimensionIsRefusedWithBothNumbers() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("d", 0, "Johann taught Euler.", TAUGHT)));
            Rows before = Rows.of(store.latest());
            String message = "the graph has vectors of 16 dimensions (embedding model \"sample-model\") and was given"
                    + " one of 24";
            GraphBatch other = Samples.batchOf(Samples.MODEL, 24, passage("e", 0, "Basel.", BORN));
            assertThatThrownBy(() -> store.write(other))
                    .isInstanceOf(TernException.class)
                    .hasMessage(message);
            float[] longer = Samples.vector("Euler", 24);
            assertThatThrownBy(() -> store.latest().nearestEntities(longer, 3)).hasMessage(message);
            assertThatThrownBy(() -> store.latest().nearestRelations(longer, 3)).hasMessage(message);
            assertThatThrownBy(() -> store.latest().nearestPassages(longer, 3)).hasMessage(message);
            assertThatThrownBy(() -> store.latest().relationsTouching(Samples.entityIds("Basel"), longer, 3))
                    .hasMessage(message);
            assertThat(Rows.of(store.latest())).isEqualTo(before);
        }
    }

    @Test
    default void longVectorsAreKept() {
        int dimension = 3_072;
        try (GraphStore store = openEmpty()) {
            store.write(Samples.batchOf(
                    "large",
                    dimension,
                    passage("d", 0, "Johann taught Euler.", TAUGHT, BORN),
                    passage("d", 1, "Son", SON)));
            assertThat(store.latest()
                            .nearestEntities(Samples.vector("basel", dimension), 1)
                            .getFirst()
                            .value()
                            .name())
                    .isEqualTo("Basel");
            assertThat(store.latest()
                            .entities(Samples.entityIds("Basel"))
                            .getFirst()
                            .vector())
                    .isEqualTo(Samples.vector("Basel", dimension));
            Rows.of(store.latest()).requireWhole();
        }
    }
}

package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.entityIds;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.Statement;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.GraphVisitor;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests of closing a store. */
interface LifecycleContract extends OpenGraph {
    @Test
    default void closingTwiceIsClosingOnce() {
        GraphStore store = openEmpty();
        store.write(batch(passage("d", 0, "text")));
        store.close();
        store.close();
    }

    @Test
    default void closedStoreRefusesEverything() {
        GraphBatch batch = batch(passage("d", 0, "text", Statement.of("a", "b", "c")));
        GraphStore store = openEmpty();
        store.write(batch);
        store.close();
        List<ThrowingCallable> uses = List.of(
                store.latest()::description,
                () -> store.write(batch),
                () -> store.removeDocuments(List.of("d")),
                store::view,
                () -> store.view(Consistency.EVENTUAL),
                () -> store.latest().nearestEntities(vector("a"), 1),
                () -> store.latest().nearestEntities(List.of(), 1),
                () -> store.latest().nearestRelations(vector("a"), 1),
                () -> store.latest().nearestPassages(vector("a"), 1),
                () -> store.latest().relationsTouching(entityIds("a"), vector("a"), 1),
                () -> store.latest().entities(entityIds("a")),
                () -> store.latest().relations(RelationsBy.KEY, List.of("a")),
                () -> store.latest().passages(PassagesBy.ID, List.of("a")),
                store.latest()::statistics,
                () -> store.latest().scan(new GraphVisitor() {}));
        for (ThrowingCallable use : uses) {
            assertThatThrownBy(use).isInstanceOf(IllegalStateException.class).hasMessage("the store is closed");
        }
    }
}

package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link GraphCatalog}. A store's test class extends this one and opens a
 * catalog; JUnit finds the tests, and none is ever skipped.
 */
public abstract class GraphCatalogContract {
    private static final GraphBatch BATCH =
            batch(passage("d", 0, "Ada wrote notes.", Statement.of("Ada", "wrote", "notes")));

    protected GraphCatalogContract() {}

    /**
     * Opens the catalog of the current test, which has no graphs at first. Every call in a test
     * opens the same place. The contract closes the catalog.
     */
    protected abstract GraphCatalog openCatalog();

    private static void fill(GraphCatalog catalog, String... names) {
        for (String name : names) {
            try (GraphStore graph = catalog.open(name)) {
                graph.write(BATCH);
            }
        }
    }

    @Test
    void emptyPlaceHasNoGraphs() {
        try (GraphCatalog catalog = openCatalog()) {
            assertThat(catalog.graphs()).isEmpty();
            assertThat(catalog.location()).isNotBlank();
        }
    }

    @Test
    void graphIsThereOnceItIsWritten() {
        try (GraphCatalog catalog = openCatalog()) {
            try (GraphStore graph = catalog.open("first")) {
                assertThat(Rows.of(graph.latest())).isEqualTo(Rows.NONE);
                assertThat(graph.latest().description()).isEmpty();
                assertThat(catalog.graphs()).isEmpty();
                graph.write(BATCH);
                assertThat(catalog.graphs()).containsExactly("first");
            }
            try (GraphStore graph = catalog.open("first")) {
                assertThat(graph.latest().statistics().passages()).isOne();
            }
        }
    }

    @Test
    void graphsAreListedInAlphabeticalOrder() {
        try (GraphCatalog catalog = openCatalog()) {
            fill(catalog, "default", "b_2", "B", "_a", "b");
        }
        try (GraphCatalog catalog = openCatalog()) {
            assertThat(catalog.graphs()).containsExactly("B", "_a", "b", "b_2", "default");
        }
    }

    @Test
    void graphThatAnotherMakesAnewIsSeenAsItWasMade() throws InterruptedException {
        try (GraphCatalog catalog = openCatalog();
                GraphCatalog other = openCatalog();
                GraphStore graph = catalog.open("wiki")) {
            fill(other, "wiki");
            assertThat(modelOf(graph)).isEqualTo(Samples.MODEL);

            other.drop("wiki");
            try (GraphStore anew = other.open("wiki")) {
                anew.write(Samples.batchOf("another-model", Samples.DIMENSION, passage("e", 0, "Bo drew maps.")));
            }

            long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            while (!modelOf(graph).equals("another-model")) {
                assertThat(System.nanoTime()).as("the graph is seen as it was").isLessThan(end);
                Thread.sleep(20);
            }
            assertThat(graph.latest().statistics().passages()).isOne();
        }
    }

    private static String modelOf(GraphStore graph) {
        return graph.latest().description().orElseThrow().embeddingModel();
    }

    @Test
    void droppingRemovesOneGraphAndLeavesTheOthers() {
        try (GraphCatalog catalog = openCatalog()) {
            // The names share prefixes, by which a server may distinguish its collections.
            fill(catalog, "default", "wiki", "wiki_2", "wik");
            assertThat(catalog.drop("wiki")).isTrue();
            assertThat(catalog.graphs()).containsExactly("default", "wik", "wiki_2");
            for (String name : catalog.graphs()) {
                try (GraphStore graph = catalog.open(name)) {
                    assertThat(graph.latest().statistics().passages()).as(name).isOne();
                    assertThat(graph.latest().statistics().entities()).as(name).isEqualTo(2);
                }
            }
        }
    }

    @Test
    void droppedGraphIsEmptyWhenItIsOpenedAgainAndTakesAnyModel() {
        try (GraphCatalog catalog = openCatalog()) {
            fill(catalog, "default");
            assertThat(catalog.drop("default")).isTrue();
            try (GraphStore graph = catalog.open("default")) {
                assertThat(graph.latest().description()).isEmpty();
                assertThat(Rows.of(graph.latest())).isEqualTo(Rows.NONE);
                graph.write(Samples.batchOf("other-model", 24, passage("e", 0, "text")));
                assertThat(graph.latest().statistics().documents()).isOne();
                assertThat(graph.latest().statistics().entities()).isZero();
            }
            assertThat(catalog.graphs()).containsExactly("default");
        }
    }

    @Test
    void droppingWhatIsNotThereChangesNothing() {
        try (GraphCatalog catalog = openCatalog()) {
            assertThat(catalog.drop("none")).isFalse();
            fill(catalog, "default");
            assertThat(catalog.drop("none")).isFalse();
            assertThat(catalog.drop("default")).isTrue();
            assertThat(catalog.drop("default")).isFalse();
            assertThat(catalog.graphs()).isEmpty();
        }
    }

    @Test
    void nameThatBreaksTheRuleIsRefused() {
        try (GraphCatalog catalog = openCatalog()) {
            for (String name : List.of("", "../default", "a/b", "a.b", "1a", "a-b", "a\" or \"a", "x".repeat(65))) {
                List<ThrowingCallable> uses = List.of(() -> catalog.open(name).close(), () -> catalog.drop(name));
                for (ThrowingCallable use : uses) {
                    assertThatThrownBy(use)
                            .isInstanceOfSatisfying(
                                    TernException.class,
                                    e -> assertThat(e.fault()).isEqualTo(TernException.Fault.USER))
                            .hasMessageStartingWith("\"" + name + "\" cannot be a graph's name");
                }
            }
            assertThat(catalog.graphs()).isEmpty();
        }
    }
}

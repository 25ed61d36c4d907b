package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A client that dies between any two requests of a change. Done again by another client, the change ends in the graph that
 * it would have made undisturbed.
 */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class InterruptedChangeTest {
    private static final String HUB = "The hub";

    private final ServerUnderTest server;
    private final OwnGraphs graphs;
    private final RequestProxy proxy;

    InterruptedChangeTest(ServerUnderTest server) {
        this.server = server;
        graphs = new OwnGraphs(server);
        proxy = RequestProxy.before(server.uri());
    }

    @AfterEach
    void close() {
        proxy.close();
        graphs.close();
    }

    private static Passage first(int round) {
        return passage(
                "d" + round,
                0,
                "The first text of " + round + ".",
                Statement.of("Person " + round, "wrote", "a text"),
                Statement.of("Person " + round, "knows", HUB),
                new Statement(
                        "Person " + round + " met A, B and C",
                        List.of("Person " + round, "A" + round, "B" + round, "C" + round)));
    }

    private static Passage second(int round) {
        return passage(
                "d" + round,
                0,
                "The second text of " + round + ".",
                Statement.of("Person " + round, "wrote", "a text"),
                Statement.of("Somebody " + round, "knows", HUB));
    }

    private static GraphBatch adding(int round) {
        return batch(first(round), passage("e" + round, 0, "Another.", Statement.of(HUB, "likes", "A" + round)));
    }

    private static GraphBatch replacing(int round) {
        return batch(List.of(second(round)), Set.of(first(round).id()));
    }

    /** Removes a document of several passages. */
    private static void remove(GraphStore store, int round) {
        store.removeDocuments(List.of("d" + round, "e" + round));
    }

    private GraphStore openThroughProxy(String graph, List<AutoCloseable> closing) {
        MilvusSettings.Builder settings = MilvusSettings.at(proxy.uri().toString())
                // A dead client's connections are cut, so no time-out is waited for; a busy server may need long.
                .connectTimeout(Duration.ofMinutes(2))
                .timeout(Duration.ofMinutes(2))
                .maxRetries(0);
        server.token().ifPresent(settings::token);
        MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(settings.build());
        closing.add(catalog);
        return catalog.open(graphs.named(graph));
    }

    /**
     * Interrupts a change before each of its requests, in rounds of one graph: each prepares its own rows.
     *
     * @return how many requests the change sends
     */
    private int interrupt(
            String graphName, BiConsumer<GraphStore, Integer> prepare, BiConsumer<GraphStore, Integer> change)
            throws Exception {
        boolean whole = false;
        int round = 0;
        try (GraphStore reference = new InMemoryGraphStore();
                GraphStore store = graphs.open(graphName)) {
            store.write(batch(passage("hub", 0, "A hub.", Statement.of(HUB, "is", "a hub"))));
            reference.write(batch(passage("hub", 0, "A hub.", Statement.of(HUB, "is", "a hub"))));
            while (!whole) {
                prepare.accept(store, round);
                prepare.accept(reference, round);
                whole = isWhole(graphName, round, change);
                change.accept(store, round);
                change.accept(reference, round);
                round++;
            }
            Rows rows = Rows.of(store.latest());
            rows.requireWhole();
            assertThat(rows).isEqualTo(Rows.of(reference.latest()));
        }
        return round - 1;
    }

    /** Lets the client die after so many requests; whether it got through with the change. */
    private boolean isWhole(String graphName, int requests, BiConsumer<GraphStore, Integer> change) throws Exception {
        List<AutoCloseable> closing = new java.util.ArrayList<>();
        try {
            GraphStore dying = openThroughProxy(graphName, closing);
            proxy.dieAfter(requests);
            try {
                change.accept(dying, requests);
                dying.close();
                return !proxy.isDead();
            } catch (TernException e) {
                assertThat(e.fault()).isEqualTo(TernException.Fault.STORE);
                assertThat(proxy.isDead()).as("%s", e).isTrue();
                return false;
            }
        } finally {
            proxy.revive();
            for (AutoCloseable each : closing) {
                each.close();
            }
        }
    }

    @Test
    void adding_converges() throws Exception {
        int requests = interrupt("adding", (store, round) -> {}, (store, round) -> store.write(adding(round)));

        assertThat(requests).isBetween(4, 20);
    }

    @Test
    void replacing_converges() throws Exception {
        int requests = interrupt(
                "replacing",
                (store, round) -> store.write(adding(round)),
                (store, round) -> store.write(replacing(round)));

        assertThat(requests).isBetween(6, 30);
    }

    @Test
    void removing_converges() throws Exception {
        int requests =
                interrupt("removing", (store, round) -> store.write(adding(round)), InterruptedChangeTest::remove);

        assertThat(requests).isBetween(6, 30);
    }

    /** Interrupts some of the twenty requests that create a graph; others ask whether it is loaded. */
    @Test
    void making_a_graph_converges() throws Exception {
        try (GraphStore reference = new InMemoryGraphStore()) {
            reference.write(adding(0));
            for (int requests = 3; requests <= 20; requests += 7) {
                String name = "making" + requests;
                isWhole(name, requests, (store, round) -> store.write(adding(0)));
                try (GraphStore store = graphs.open(name)) {
                    store.write(adding(0));
                    assertThat(Rows.of(store.latest())).isEqualTo(Rows.of(reference.latest()));
                }
            }
        }
    }
}

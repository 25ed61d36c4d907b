package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.milvus.server.CuttingProxy;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests a graph and its waiting callers when the connection to the server breaks. */
@Isolated
@OnEachServer
class BrokenConnectionTest {
    private static final Duration TIMEOUT = Duration.ofMillis(1_500);

    private final ServerUnderTest server;
    private final OwnGraphs graphs;
    private final CuttingProxy proxy;

    BrokenConnectionTest(ServerUnderTest server) {
        this.server = server;
        graphs = new OwnGraphs(server);
        proxy = CuttingProxy.before(server.uri());
    }

    @AfterEach
    void close() {
        proxy.close();
        graphs.close();
    }

    private MilvusSettings.Builder throughProxy() {
        MilvusSettings.Builder settings = MilvusSettings.at(proxy.uri().toString());
        server.token().ifPresent(settings::token);
        return settings;
    }

    private static GraphBatch pages(int batch) {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String name = "Person " + batch + " " + i;
            passages.add(passage(
                    "d" + batch + "_" + i,
                    0,
                    "Text of " + name + " " + "word ".repeat(100),
                    Statement.of(name, "knows", "everybody"),
                    Statement.of(name, "is", "number " + i)));
        }
        return batch(passages);
    }

    /** Asserts a failure soon after the time limit; the tolerance is for a busy machine. */
    private static void assertFailsInTime(ThrowingCallable use, Duration time, String... words) {
        long start = System.nanoTime();
        assertThatThrownBy(use)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                .hasMessageContainingAll(words);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(time.plusSeconds(20));
    }

    private void fill(String graph) {
        try (GraphStore store = graphs.open(graph)) {
            store.write(pages(0));
        }
    }

    /**
     * Repeats a call until the server answers within the store's time limit: a busy one may need longer, and the client
     * retries connections at growing intervals, which may exceed its time limit for a reply.
     */
    private static <T> T whenItAnswers(Supplier<T> use) {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (true) {
            try {
                return use.get();
            } catch (TernException e) {
                assertThat(System.nanoTime()).as("%s", e).isLessThan(end);
            }
        }
    }

    private static void write(GraphStore store, GraphBatch batch) {
        GraphBatch unused = whenItAnswers(() -> {
            store.write(batch);
            return batch;
        });
    }

    private MilvusGraphCatalog impatient() {
        return whenItAnswers(
                () -> MilvusGraphCatalog.connect(throughProxy().timeout(TIMEOUT).build()));
    }

    @Test
    void a_connection_that_is_cut_half_way_is_made_again() {
        try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(throughProxy()
                        .connectTimeout(Duration.ofMinutes(2))
                        .timeout(Duration.ofMinutes(2))
                        .build());
                GraphStore store = catalog.open(graphs.named("cut"));
                GraphStore reference = new InMemoryGraphStore()) {
            store.write(pages(0));
            reference.write(pages(0));
            for (int cut = 1; cut <= 4; cut++) {
                proxy.cutAfterToServer(cut * 7_000L);
                store.write(pages(cut));
                reference.write(pages(cut));
                proxy.cutAfterToClient(cut * 1_000L);
                assertThat(store.latest().nearestPassages(vector("x"), 20)).hasSize(20);
                proxy.cut();
                assertThat(store.latest().passages(PassagesBy.DOCUMENT, List.of("d" + cut + "_0")))
                        .hasSize(1);
            }
            assertThat(proxy.connections()).isGreaterThan(8);
            assertThat(Rows.of(store.latest())).isEqualTo(Rows.of(reference.latest()));
        }
    }

    @Test
    void a_server_that_is_gone_is_named_with_the_time_out() {
        String[] words = {"Milvus at " + proxy.uri() + " did not answer within 1500 ms (", "): is it running"};
        fill("gone");
        try (MilvusGraphCatalog catalog = impatient()) {
            GraphStore store = whenItAnswers(() -> catalog.open(graphs.named("gone")));
            proxy.refuse();

            assertFailsInTime(() -> store.write(pages(1)), TIMEOUT, words);
            assertFailsInTime(() -> store.removeDocuments(List.of("d0_0")), TIMEOUT, words);
            assertFailsInTime(() -> store.latest().nearestPassages(vector("x"), 5), TIMEOUT, words);
            assertFailsInTime(() -> store.latest().nearestRelations(vector("x"), 5), TIMEOUT, words);
            assertFailsInTime(catalog::graphs, TIMEOUT, words);

            proxy.pass();
            write(store, pages(1));
            store.close();
        }
        try (GraphStore store = graphs.open("gone");
                GraphStore reference = new InMemoryGraphStore()) {
            reference.write(pages(0));
            reference.write(pages(1));
            assertThat(Rows.of(store.latest())).isEqualTo(Rows.of(reference.latest()));
        }
    }

    @Test
    void a_server_that_stalls_is_given_up_in_time_and_used_again_later() {
        String[] words = {"Milvus at " + proxy.uri() + " did not answer within 1500 ms ("};
        fill("stalled");
        try (MilvusGraphCatalog catalog = impatient();
                GraphStore store = whenItAnswers(() -> catalog.open(graphs.named("stalled")));
                GraphStore reference = new InMemoryGraphStore()) {
            proxy.stall();

            assertFailsInTime(() -> store.latest().nearestPassages(vector("x"), 5), TIMEOUT, words);
            assertFailsInTime(() -> store.write(pages(1)), TIMEOUT, words);

            proxy.pass();
            write(store, pages(1));
            reference.write(pages(0));
            reference.write(pages(1));
            Rows rows = whenItAnswers(() -> Rows.of(store.latest()));
            assertThat(rows).isEqualTo(Rows.of(reference.latest()));
        }
    }

    @Test
    void closing_does_not_need_the_server() {
        fill("closed");
        try (MilvusGraphCatalog catalog = impatient()) {
            GraphStore store = whenItAnswers(() -> catalog.open(graphs.named("closed")));
            write(store, batch(passage("new", 0, "Something new.", Statement.of("Something", "is", "new"))));
            proxy.refuse();
            store.close();
            assertThatThrownBy(store.latest()::statistics).hasMessage("the store is closed");
        }
        try (GraphStore store = graphs.open("closed")) {
            assertThat(store.latest().statistics().passages()).isEqualTo(41);
        }
    }

    @Test
    void a_server_that_never_answers_is_given_up_when_the_time_to_connect_is_over() {
        proxy.stall();
        assertFailsInTime(
                () -> MilvusGraphCatalog.connect(
                        throughProxy().connectTimeout(TIMEOUT).build()),
                TIMEOUT,
                "cannot reach Milvus at " + proxy.uri() + " within 1500 ms");
    }

    @Test
    void a_port_where_nobody_listens_is_named() throws IOException {
        // A port that is taken, so that nobody else gets it, and on which nobody listens.
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "http://127.0.0.1:" + taken.getLocalPort();
            assertFailsInTime(
                    () -> MilvusGraphCatalog.connect(
                            MilvusSettings.at(address).connectTimeout(TIMEOUT).build()),
                    TIMEOUT,
                    "cannot reach Milvus at " + address + " within 1500 ms: nothing listens there");
        }
    }

    @Test
    void tls_where_the_server_speaks_none_is_the_operators_fault() {
        String address = "https://127.0.0.1:" + server.uri().getPort();
        if (server.uri().getScheme().equals("https")) {
            address = "https://127.0.0.1:" + proxy.uri().getPort();
        }
        String asked = address;
        assertThatThrownBy(() -> MilvusGraphCatalog.connect(
                        MilvusSettings.at(asked).connectTimeout(TIMEOUT).build()))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.OPERATOR))
                .hasMessage("Milvus at " + asked + " does not speak TLS: use http");
    }

    @Test
    void a_database_that_is_not_there_is_named() {
        assertThatThrownBy(() -> MilvusGraphCatalog.connect(
                        OwnGraphs.settings(server).database("nowhere").build()))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.OPERATOR))
                .hasMessage("Milvus at " + server.uri() + ", database nowhere has no such database");
    }
}

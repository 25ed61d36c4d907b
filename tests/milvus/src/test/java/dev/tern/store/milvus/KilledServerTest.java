package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.milvus.server.MilvusServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A server that is killed in the middle of indexing and of querying, and comes back on the same data. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("milvus")
class KilledServerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int BATCHES = 400;

    private static GraphBatch pages(int batch) {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = "Person " + batch + " " + i;
            passages.add(passage(
                    "d" + batch + "_" + i,
                    0,
                    "Text of " + name,
                    Statement.of(name, "knows", "everybody"),
                    Statement.of(name, "is", "number " + i)));
        }
        return batch(passages);
    }

    /** Repeats an action until it fails, and returns the number of successes. */
    private static int repeatUntilFailure(Consumer<Integer> action, CountDownLatch begun) {
        for (int i = 1; i <= BATCHES; i++) {
            long start = System.nanoTime();
            try {
                action.accept(i);
            } catch (TernException e) {
                assertThat(e.fault()).isEqualTo(Fault.STORE);
                assertThat(e).hasMessageStartingWith("Milvus at http://");
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT.plusSeconds(60));
                return i - 1;
            }
            if (i == 3) {
                begun.countDown();
            }
        }
        throw new AssertionError("nothing failed");
    }

    /** Repeats an action until the restarted server accepts requests again. */
    private static <T> T whenItIsBack(Callable<T> action) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        while (true) {
            try {
                return action.call();
            } catch (TernException e) {
                assertThat(e.fault()).isEqualTo(Fault.STORE);
                if (System.nanoTime() > end) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
    }

    private static void fill(MilvusServer server) {
        try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                        MilvusSettings.at(server.uri().toString())
                                .connectTimeout(TIMEOUT)
                                .build());
                GraphStore store = catalog.open("killed")) {
            store.write(pages(0));
        }
    }

    private static void killAndComeBack(MilvusServer server) throws Exception {
        fill(server);
        try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                        MilvusSettings.at(server.uri().toString())
                                .connectTimeout(TIMEOUT)
                                .timeout(TIMEOUT)
                                .build());
                MilvusGraphCatalog asking = MilvusGraphCatalog.connect(
                        MilvusSettings.at(server.uri().toString())
                                .connectTimeout(TIMEOUT)
                                .timeout(TIMEOUT)
                                .build());
                GraphStore asked = asking.open("killed");
                GraphStore reference = new InMemoryGraphStore();
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            reference.write(pages(0));
            GraphStore store = catalog.open("killed");
            CountDownLatch begun = new CountDownLatch(2);
            Future<Integer> written = threads.submit(() -> repeatUntilFailure(i -> store.write(pages(i)), begun));
            Future<Integer> queries = threads.submit(() -> repeatUntilFailure(
                    i -> assertThat(asked.latest().nearestPassages(vector("x"), 5))
                            .hasSize(5),
                    begun));
            while (!begun.await(1, TimeUnit.SECONDS)) {
                // One that has failed before it began would be waited for without an end.
                assertThat(written.isDone() || queries.isDone()).isFalse();
            }
            server.kill();
            int whole = written.get();
            assertThat(whole).isGreaterThanOrEqualTo(3);
            assertThat(queries.get()).isGreaterThanOrEqualTo(3);

            server.restart();
            for (int i = 1; i <= whole; i++) {
                reference.write(pages(i));
            }
            assertNothingIsLost(store, whole);
            GraphBatch broken = pages(whole + 1);
            whenItIsBack(() -> {
                store.write(broken);
                return broken;
            });
            reference.write(broken);
            Rows rows = whenItIsBack(() -> Rows.of(store.latest()));
            rows.requireWhole();
            assertThat(rows).isEqualTo(Rows.of(reference.latest()));
            assertThat(whenItIsBack(() -> asked.latest().nearestPassages(vector("x"), 5)))
                    .hasSize(5);
            store.close();
        }
    }

    private static void assertNothingIsLost(GraphStore store, int whole) throws Exception {
        List<String> documents = new ArrayList<>();
        for (int i = 0; i <= whole; i++) {
            documents.add("d" + i + "_0");
            documents.add("d" + i + "_19");
        }
        assertThat(whenItIsBack(() -> store.latest().passages(PassagesBy.DOCUMENT, documents)))
                .hasSize(documents.size());
    }

    @Test
    void milvus_lite_loses_nothing() throws Exception {
        try (MilvusServer server = MilvusServer.lite()) {
            killAndComeBack(server);
        }
    }

    @Test
    void milvus_standalone_loses_nothing() throws Exception {
        try (MilvusServer server = MilvusServer.standalone()) {
            killAndComeBack(server);
        }
    }

    /** A restarted server has not loaded the collections; every kind of read and write loads them. */
    @Test
    void milvus_lite_restarted_under_an_open_store_goes_on() {
        List<Consumer<GraphStore>> uses = List.of(
                store -> assertThat(store.latest().nearestPassages(vector("x"), 5))
                        .hasSize(5),
                store -> assertThat(store.latest().statistics().passages()).isEqualTo(20),
                store -> Rows.of(store.latest()).requireWhole(),
                store -> assertThat(store.latest().passages(PassagesBy.DOCUMENT, List.of("d0_0")))
                        .hasSize(1),
                store -> store.write(pages(0)),
                store -> assertThat(store.removeDocuments(List.of("d0_0"))).isOne());
        try (MilvusServer server = MilvusServer.lite();
                MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                        MilvusSettings.at(server.uri().toString())
                                .connectTimeout(Duration.ofMinutes(2))
                                .timeout(Duration.ofMinutes(2))
                                .build());
                GraphStore store = catalog.open("restarted")) {
            store.write(pages(0));
            for (Consumer<GraphStore> use : uses) {
                server.restart();
                use.accept(store);
            }
        }
    }
}

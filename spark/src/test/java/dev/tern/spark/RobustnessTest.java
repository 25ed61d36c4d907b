package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import dev.tern.store.milvus.server.CuttingProxy;
import dev.tern.store.milvus.server.MilvusServer;
import dev.tern.transfer.scan.GraphChecksum;
import java.io.Writer;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong around executors: a store that is away, a text that does not fit. */
@Tag("milvus")
final class RobustnessTest {
    private static final int DOCUMENTS = 60;
    private static final int MEGABYTES = 100;

    @TempDir
    static Path folder;

    private static MilvusServer server;
    private static SparkSession spark;

    @BeforeAll
    static void start() {
        server = MilvusServer.lite();
        spark = Cluster.start(folder);
    }

    @AfterAll
    static void stop() {
        spark.stop();
        server.close();
    }

    private static TernIndexing indexing(String graph) {
        return TernIndexing.of(spark)
                .directory(folder)
                .set("store", server.uri().toString())
                .set("graph", graph)
                .set("cache.directory", folder.resolve("book").toString());
    }

    private static Dataset<Row> documents() {
        return spark.range(DOCUMENTS)
                .selectExpr(
                        "concat('d', id) as id",
                        "concat('Leonhard Person', id, ' taught Johann Person', id + 1, ' in the city of Basel.') as"
                                + " text");
    }

    private static GraphChecksum checksum(String graph) {
        try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                        MilvusSettings.at(server.uri().toString()).build());
                GraphStore store = catalog.open(graph);
                GraphView view = store.view()) {
            return GraphChecksum.of(view);
        }
    }

    @Test
    void graphIsTheSameThoughTheStoreWasAwayForAWhile() throws Exception {
        indexing("undisturbed").run(documents());
        try (CuttingProxy proxy = CuttingProxy.before(server.uri())) {
            CompletableFuture<IndexingReport> run = CompletableFuture.supplyAsync(() -> indexing("away")
                    .set("store", proxy.uri().toString())
                    .tasks(8)
                    .run(documents()));
            // As many bytes as the first documents take.
            while (proxy.bytesToServer() < 60_000 && !run.isDone()) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            assertThat(run).isNotDone();
            proxy.refuse();
            TimeUnit.SECONDS.sleep(3);
            proxy.pass();
            assertThat(run.get().documents()).isEqualTo(DOCUMENTS);
        }
        assertThat(checksum("away")).isEqualTo(checksum("undisturbed"));
    }

    @Test
    void executorsThatCannotReachTheStoreAreNamed() throws Exception {
        try (CuttingProxy proxy = CuttingProxy.before(server.uri())) {
            // The driver has looked at the store when the first job starts.
            SparkListener driverHasLooked = new SparkListener() {
                @Override
                public void onJobStart(SparkListenerJobStart job) {
                    proxy.refuse();
                }
            };
            spark.sparkContext().addSparkListener(driverHasLooked);
            try {
                String host = InetAddress.getLocalHost().getHostName();
                assertThatThrownBy(() -> indexing("unreachable")
                                .set("store", proxy.uri().toString())
                                .set("milvus.connectTimeoutSeconds", "1")
                                .tasks(1)
                                .run(documents()))
                        .isInstanceOf(TernException.class)
                        .hasMessageStartingWith("the executor on " + host + " cannot use the store " + proxy.uri()
                                + ", which the driver could reach: ");
            } finally {
                spark.sparkContext().removeSparkListener(driverHasLooked);
            }
        }
    }

    @Test
    void textOfAHundredMegabytesIsAFailureAndTheOthersAreAdded() throws Exception {
        Path corpus = folder.resolve("huge.jsonl");
        try (Writer lines = Files.newBufferedWriter(corpus)) {
            lines.write("{\"_id\": \"small\", \"text\": \"Leonhard Euler lived in Basel.\"}\n");
            lines.write("{\"_id\": \"huge\", \"text\": \"");
            String megabyte = "Basel is old. 16".repeat(1 << 16);
            for (int i = 0; i < MEGABYTES; i++) {
                lines.write(megabyte);
            }
            lines.write("\"}\n{\"_id\": \"last\", \"text\": \"Johann Bernoulli taught in Basel.\"}\n");
        }
        Path failures = folder.resolve("failures");
        IndexingReport report = indexing("huge")
                .failuresTo(failures.toString())
                .run(spark.read()
                        .options(FolderWatch.READING)
                        .schema("_id string, text string")
                        .json(corpus.toString()));
        assertThat(report.documents()).isEqualTo(2);
        assertThat(spark.read().json(failures.toString()).collectAsList())
                .extracting(row -> row.getAs("id") + ": " + row.getAs("reason"))
                .containsExactly("huge: has 104,857,600 characters of text; the limit is 20,000,000"
                        + " (load.maxTextCharacters)");
    }
}

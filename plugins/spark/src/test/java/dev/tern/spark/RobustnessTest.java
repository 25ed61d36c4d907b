package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.store.milvus.server.CuttingProxy;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Failures around executors: a missing store, an oversized text. */
@Tag("milvus")
@ExtendWith(SharedCluster.class)
final class RobustnessTest {
    private static final int DOCUMENTS = 60;
    private static final int MEGABYTES = 100;

    @TempDir
    static Path folder;

    private static SharedCluster.Servers servers;
    private static SparkSession spark;

    @BeforeAll
    static void start(SharedCluster.Servers shared) {
        servers = shared;
        spark = shared.spark();
        indexing("undisturbed").run(documents());
    }

    private static TernIndexing indexing(String graph) {
        return servers.indexing(graph, folder);
    }

    private static Dataset<Row> documents() {
        return spark.range(0, DOCUMENTS, 1, 1)
                .selectExpr(
                        "concat('d', id) as id",
                        "concat('Leonhard Person', id, ' taught Johann Person', id + 1, ' in the city of Basel.') as"
                                + " text");
    }

    @Test
    void graphIsTheSameThoughTheStoreWasAwayForAWhile() throws Exception {
        try (CuttingProxy proxy = CuttingProxy.before(servers.store())) {
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
        assertThat(servers.checksum("away")).isEqualTo(servers.checksum("undisturbed"));
    }

    /** The hanging executor has not read the input, whose blocks the tasks need. */
    @Test
    void graphIsTheSameThoughAnExecutorHungAndItsTaskRanTwice() throws Exception {
        Tasks tasks = new Tasks();
        spark.sparkContext().addSparkListener(tasks);
        servers.cluster().speculateAfter(0.5);
        ProcessHandle first = Cluster.executorAt("127.0.0.1");
        ProcessHandle second = Cluster.executorAt("127.0.0.2");
        try {
            // Enough tasks that no executor is idle when the first ends.
            CompletableFuture<IndexingReport> run = CompletableFuture.supplyAsync(
                    () -> indexing("hung").tasks(32).run(documents()));
            ProcessHandle hung = tasks.indexed().equals("127.0.0.1") ? second : first;
            send("-STOP", hung);
            try {
                assertThat(run.get().documents()).isEqualTo(DOCUMENTS);
                // Listeners hear of a task's end after the end of its job.
                spark.sparkContext().listenerBus().waitUntilEmpty();
                assertThat(tasks.copies.get()).isPositive();
            } finally {
                send("-CONT", hung);
            }
            assertThat(servers.checksum("hung")).isEqualTo(servers.checksum("undisturbed"));
        } finally {
            servers.cluster().speculateAfter(1);
            spark.sparkContext().removeSparkListener(tasks);
        }
    }

    private static void send(String signal, ProcessHandle process) throws Exception {
        assertThat(new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Records the executors of finished tasks. */
    private static final class Tasks extends SparkListener {
        private final AtomicInteger copies = new AtomicInteger();
        private final CompletableFuture<String> indexed = new CompletableFuture<>();
        private volatile String reader = "";

        @Override
        public void onTaskEnd(SparkListenerTaskEnd ended) {
            String host = ended.taskInfo().host();
            if (ended.taskInfo().speculative() && ended.taskInfo().successful()) {
                copies.incrementAndGet();
            } else if (ended.taskType().equals("ShuffleMapTask")) {
                reader = host;
            } else if (ended.stageId() > 0 && host.equals(reader) && documentsCounted(ended)) {
                indexed.complete(host);
            }
        }

        private static boolean documentsCounted(SparkListenerTaskEnd ended) {
            return ended.taskInfo().accumulables().exists(one -> one.name().contains("tern documents"));
        }

        /** Returns the address of the executor that read the input, once it has indexed. */
        String indexed() throws Exception {
            return indexed.get(2, TimeUnit.MINUTES);
        }
    }

    @Test
    void executorsThatCannotReachTheStoreAreNamed() throws Exception {
        try (CuttingProxy proxy = CuttingProxy.before(servers.store())) {
            // When the first job starts, the driver has opened the store.
            SparkListener driverHasLooked = new SparkListener() {
                @Override
                public void onJobStart(SparkListenerJobStart job) {
                    proxy.refuse();
                }
            };
            spark.sparkContext().addSparkListener(driverHasLooked);
            try {
                assertThatThrownBy(() -> indexing("unreachable")
                                .set("store", proxy.uri().toString())
                                .set("milvus.timeoutSeconds", "3")
                                .tasks(1)
                                .run(documents()))
                        .isInstanceOf(TernException.class)
                        .hasMessageMatching("(?s)the executor on 127\\.0\\.0\\.[12] cannot use the store "
                                + Pattern.quote(proxy.uri().toString()) + ", which the driver could reach: .*");
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
                        .options(InputFiles.READING)
                        .schema("_id string, text string")
                        .json(corpus.toString()));
        assertThat(report.documents()).isEqualTo(2);
        assertThat(spark.read().json(failures.toString()).collectAsList())
                .extracting(row -> row.getAs("id") + ": " + row.getAs("reason"))
                .containsExactly("huge: has 104,857,600 characters of text; the limit is 20,000,000");
    }
}

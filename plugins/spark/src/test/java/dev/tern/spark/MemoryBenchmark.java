package dev.tern.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tern.store.milvus.server.MilvusServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Measures the memory of executors in small and large runs: generated passages by rules into Milvus
 * 2.3.5. Vectors of eight numbers come from a stub, as a model's time does not matter.
 */
final class MemoryBenchmark {
    private static final String HEAP = "768m";
    private static final int DIMENSION = 8;
    private static final long SECONDS_BETWEEN_LOOKS = 4;

    private MemoryBenchmark() {}

    static void run(List<String> passages) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tern-spark-benchmark-");
        HttpServer model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        model.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        model.createContext("/v1/embeddings", MemoryBenchmark::embed);
        model.start();
        try (MilvusServer server = MilvusServer.standalone()) {
            for (String count : passages) {
                measure(Integer.parseInt(count), server.uri().toString(), model.getAddress(), folder);
            }
        } finally {
            model.stop(0);
        }
    }

    private static void measure(int count, String store, InetSocketAddress model, Path folder)
            throws IOException, InterruptedException {
        Cluster cluster = new Cluster(Files.createTempDirectory(folder, "jars"), "", HEAP);
        SparkSession spark = cluster.spark();
        AtomicBoolean ended = new AtomicBoolean();
        long[] most = new long[2];
        Thread looks = Thread.ofPlatform().daemon().start(() -> look(ended, most));
        try {
            long start = System.nanoTime();
            IndexingReport report = TernIndexing.of(spark)
                    .directory(folder)
                    .set("store", store)
                    .set("graph", "passages" + count)
                    .set("embedding.provider", "openai")
                    .set("embedding.baseUrl", "http://127.0.0.1:" + model.getPort() + "/v1")
                    .set("embedding.apiKey", "of-no-use")
                    .set("embedding.model", "made-up")
                    .set("embedding.dimensions", String.valueOf(DIMENSION))
                    .run(documents(spark, count));
            ended.set(true);
            looks.join();
            System.out.printf(
                    Locale.ROOT,
                    "%,d passages in %.0f s: after a full collection executors of %s held %d MB of heap at most, in %d"
                            + " looks%n",
                    report.passages(),
                    (System.nanoTime() - start) / 1e9,
                    HEAP,
                    most[0] >> 20,
                    most[1]);
        } finally {
            ended.set(true);
            cluster.close();
        }
    }

    private static Dataset<Row> documents(SparkSession spark, int count) {
        return spark.range(count)
                .selectExpr(
                        "concat('d', id) as id",
                        "concat('Chapter ', id) as title",
                        "concat('Leonhard Person', id, ' taught Johann Person', id + 1, ' in the city of Town', id %"
                            + " 997, '. In 17', 10 + id % 90, ' Person', id, ' moved to Village', id % 7919, '.') as"
                            + " text");
    }

    /** Records live memory in each executor after a full collection. */
    private static void look(AtomicBoolean ended, long[] most) {
        while (!ended.get()) {
            for (ProcessHandle executor : Cluster.executors()) {
                long bytes = liveBytes(executor.pid());
                most[0] = Math.max(most[0], bytes);
                most[1] += bytes > 0 ? 1 : 0;
            }
            try {
                Thread.sleep(SECONDS_BETWEEN_LOOKS * 1000);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Returns the total of the class histogram, which collects first; 0 if the process is gone. */
    private static long liveBytes(long pid) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            String.valueOf(pid),
                            "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                return lines.lines()
                        .filter(line -> line.startsWith("Total"))
                        .mapToLong(line -> Long.parseLong(line.strip().replaceAll(".*\\s", "")))
                        .findFirst()
                        .orElse(0);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void embed(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode texts =
                    new ObjectMapper().readTree(exchange.getRequestBody()).path("input");
            StringBuilder said = new StringBuilder("{\"object\": \"list\", \"model\": \"made-up\", \"data\": [");
            for (int i = 0; i < texts.size(); i++) {
                said.append(i == 0 ? "" : ",")
                        .append("{\"object\": \"embedding\", \"index\": ")
                        .append(i)
                        .append(", \"embedding\": [");
                Random random = new Random(texts.get(i).asText().hashCode());
                for (int j = 0; j < DIMENSION; j++) {
                    said.append(j == 0 ? "" : ",").append((float) random.nextGaussian());
                }
                said.append("]}");
            }
            said.append("], \"usage\": {\"prompt_tokens\": 1, \"total_tokens\": 1}}");
            byte[] body = said.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}

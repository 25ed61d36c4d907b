package dev.tern.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.ingest.IngestListener;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.spark.bulk.BulkOptions;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.server.MilvusServer;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Indexes a corpus into Milvus 2.3.5 by one process, by two executors of one core each, and in
 * bulk: documents and rows per second, memory, and the equality of the three graphs.
 */
final class SparkBenchmark {
    private static final double NANOS = 1e9;
    /** The heap of each of two executors, which together have as much as the one process. */
    private static final String HEAP = "1024m";

    private static final String HEAP_OF_ONE = "2048m";

    private final String store;
    private final Path corpus;
    private final Path folder;

    /** The figures of one way of indexing. */
    private record Figures(
            double seconds, double ofProcessors, long documents, GraphStatistics graph, GraphChecksum checksum) {}

    private SparkBenchmark(String store, Path corpus, Path folder) {
        this.store = store;
        this.corpus = corpus;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int exitCode = 0;
        switch (arguments[0]) {
            case "compare" -> exitCode = compare(Path.of(arguments[1]), Integer.parseInt(arguments[2])) ? 0 : 1;
            case "equal" -> exitCode = TroubledRun.equal(Path.of(arguments[1])) ? 0 : 1;
            case "one" -> one(arguments[1], arguments[2], Path.of(arguments[3]), Path.of(arguments[4]));
            case "memory" -> MemoryBenchmark.run(List.of(arguments).subList(1, arguments.length));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        // The client's threads outlive it by a minute.
        System.exit(exitCode);
    }

    private static boolean compare(Path corpus, int turns) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tern-spark-benchmark-");
        try (MilvusServer server = MilvusServer.standalone()) {
            SparkBenchmark benchmark = new SparkBenchmark(server.uri().toString(), together(corpus, folder), folder);
            System.out.println(corpus + " into Milvus 2.3.5; documents of one title stand together");
            boolean equal = true;
            for (int turn = 0; turn < turns; turn++) {
                equal &= benchmark.turn();
            }
            return equal;
        }
    }

    private boolean turn() throws IOException, InterruptedException {
        Figures one = inOneProcess();
        Figures upsert = onSpark(
                "spark", (indexing, documents) -> () -> indexing.run(documents).documents());
        Figures bulk = onSpark(
                "bulk",
                (indexing, documents) ->
                        () -> indexing.bulk(documents, folder.resolve("staging").toString(), BulkOptions.DEFAULT)
                                .documents());
        boolean equal = one.checksum.equals(upsert.checksum) && one.checksum.equals(bulk.checksum);
        System.out.printf(
                Locale.ROOT,
                "spark is %.2f times as fast as one process (%.2f by time of processors), bulk %.2f times as fast as"
                        + " spark (%.2f); checksums are %s%n",
                one.seconds / upsert.seconds,
                one.ofProcessors / upsert.ofProcessors,
                upsert.seconds / bulk.seconds,
                upsert.ofProcessors / bulk.ofProcessors,
                equal ? "equal" : "NOT EQUAL");
        return equal;
    }

    /** A single process joins consecutive parts, Spark equal titles; here these are the same. */
    private static Path together(Path corpus, Path folder) throws IOException {
        ObjectMapper json = new ObjectMapper();
        Map<String, List<String>> wholes = new LinkedHashMap<>();
        for (String line : Files.readAllLines(corpus)) {
            JsonNode document = json.readTree(line);
            String whole = Stream.of(
                            document.path("metadata").path("doc"), document.path("title"), document.path("_id"))
                    .map(name -> name.asText("").strip())
                    .filter(name -> !name.isEmpty())
                    .findFirst()
                    .orElse("");
            wholes.computeIfAbsent(whole, name -> new ArrayList<>()).add(line);
        }
        return Files.write(
                folder.resolve("corpus.jsonl"),
                wholes.values().stream().flatMap(List::stream).toList());
    }

    private interface Way {
        Supplier<Long> run(TernIndexing indexing, Dataset<Row> documents);
    }

    private Figures inOneProcess() throws IOException, InterruptedException {
        double before = ofProcessors();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx" + HEAP_OF_ONE,
                        "-Dslf4j.provider=" + System.getProperty("slf4j.provider"),
                        "-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SparkBenchmark.class.getName(),
                        "one",
                        store,
                        "one_process",
                        corpus.toString(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .split(" ", -1);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the one process ended with " + process.exitValue());
        }
        return told(
                "one process",
                "one_process",
                Double.parseDouble(said[0]),
                Double.parseDouble(said[3]) + ofProcessors() - before,
                Long.parseLong(said[1]),
                List.of(Long.parseLong(said[2])));
    }

    /** Indexes in a process of its own; prints seconds, documents, kilobytes and CPU seconds. */
    private static void one(String store, String graph, Path corpus, Path folder) throws IOException {
        Configuration configuration = new ConfigurationReader(Map.of(), folder).read(List.of());
        AppSettings settings = configuration.settings();
        long start = System.nanoTime();
        long documents;
        try (MilvusGraphCatalog catalog = SharedCluster.connect(URI.create(store));
                GraphRag rag = settings.graph(
                                new Backend().embeddingModel(settings.embedding(), null),
                                TaskModels.NONE,
                                settings.extractor(TaskModels.NONE, ReplyCache.NONE, Ledger.NONE))
                        .ownedStore(catalog.open(graph))
                        .build();
                var read = JsonlCorpus.of(List.of(corpus)).documents()) {
            documents = rag.add(read, IngestListener.NONE).documents();
        }
        double seconds = (System.nanoTime() - start) / NANOS;
        System.out.println(seconds + " " + documents + " "
                + peakKilobytes(ProcessHandle.current().pid()) + " " + ofProcessors());
    }

    private Figures onSpark(String name, Way way) throws IOException {
        try (Cluster cluster = new Cluster(Files.createTempDirectory(folder, "jars"), "", HEAP)) {
            SparkSession spark = cluster.spark();
            // Executors start before the clock.
            spark.range(2).repartition(2).count();
            TernIndexing indexing =
                    TernIndexing.of(spark).directory(folder).set("store", store).set("graph", name);
            double before = ofProcessors();
            long start = System.nanoTime();
            long documents =
                    way.run(indexing, spark.read().json(corpus.toString())).get();
            double seconds = (System.nanoTime() - start) / NANOS;
            List<Long> memory = Cluster.executors().stream()
                    .map(process -> peakKilobytes(process.pid()))
                    .toList();
            return told(name, name, seconds, ofProcessors() - before, documents, memory);
        }
    }

    private Figures told(
            String name, String graph, double seconds, double ofProcessors, long documents, List<Long> kilobytes) {
        try (MilvusGraphCatalog catalog = SharedCluster.connect(URI.create(store))) {
            Figures figures;
            try (GraphStore made = catalog.open(graph);
                    GraphView view = made.view()) {
                long start = System.nanoTime();
                GraphChecksum checksum = GraphChecksum.of(view);
                System.out.printf(
                        Locale.ROOT,
                        "read again for the checksum: %,.0f rows a second%n",
                        checksum.rows() / ((System.nanoTime() - start) / NANOS));
                figures = new Figures(
                        seconds, ofProcessors, documents, made.latest().statistics(), checksum);
            }
            catalog.drop(graph);
            long rows = figures.graph.passages() + figures.graph.entities() + figures.graph.relations();
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %,d documents in %.1f s, %.1f s of processors: %.1f a second; %,d rows: %,.0f a second; peak"
                            + " memory %s MB; %s%n",
                    name,
                    documents,
                    seconds,
                    ofProcessors,
                    documents / seconds,
                    rows,
                    rows / seconds,
                    String.join(
                            " and ",
                            kilobytes.stream().map(one -> "" + one / 1024).toList()),
                    figures.checksum);
            return figures;
        }
    }

    /** Returns the CPU seconds of this process and its children, Milvus included. */
    private static double ofProcessors() {
        ProcessHandle own = ProcessHandle.current();
        return Stream.concat(Stream.of(own), own.descendants())
                        .flatMap(process -> process.info().totalCpuDuration().stream())
                        .mapToLong(Duration::toMillis)
                        .sum()
                / 1000.0;
    }

    /** Returns the peak of a process's resident memory, from Linux. */
    private static long peakKilobytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}

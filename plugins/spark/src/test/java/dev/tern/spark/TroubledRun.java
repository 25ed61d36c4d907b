package dev.tern.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.ingest.IngestListener;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.milvus.server.MilvusServer;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Indexes a corpus with duplicates, while an executor is killed twice and slow tasks run twice, and
 * compares the graph with that of one process, by rules and by given triplets.
 */
final class TroubledRun extends SparkListener {
    private static final int TASKS = 32;
    private static final Pattern NAME = Pattern.compile("\\b\\p{Lu}\\p{L}{3,}");
    private static final int TRIPLETS = 3;

    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger copies = new AtomicInteger();

    private TroubledRun() {}

    @Override
    public void onTaskEnd(SparkListenerTaskEnd task) {
        if (task.taskType().equals("ResultTask")) {
            ended.incrementAndGet();
        }
        copies.addAndGet(task.taskInfo().speculative() ? 1 : 0);
    }

    static boolean equal(Path corpus) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tern-spark-equal-");
        boolean equal = true;
        try (MilvusServer server = MilvusServer.standalone()) {
            for (Path each : List.of(corpus, withTriplets(corpus, folder.resolve("triplets.jsonl")))) {
                String graph = each.equals(corpus) ? "rules" : "triplets";
                GraphChecksum troubled = new TroubledRun().run(server.uri(), graph, each, folder);
                GraphChecksum quiet = inMemory(each, folder);
                System.out.printf(
                        "%s: %s%n", graph, troubled.equals(quiet) ? "equal, " + quiet : troubled + " is not " + quiet);
                equal &= troubled.equals(quiet);
            }
        }
        return equal;
    }

    private GraphChecksum run(URI store, String graph, Path corpus, Path folder)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger killed = new AtomicInteger();
        try (Cluster cluster = new Cluster(Files.createTempDirectory(folder, "jars"), "", "1024m")) {
            cluster.spark().sparkContext().addSparkListener(this);
            cluster.speculateAfter(0.1);
            Thread killer = Thread.ofPlatform().daemon().start(() -> kill(done, killed));
            Dataset<Row> documents = cluster.spark().read().json(corpus.toString());
            IndexingReport report = SharedCluster.indexing(cluster.spark(), store, graph, folder)
                    .tasks(TASKS)
                    .run(documents.union(documents));
            done.set(true);
            killer.join();
            System.out.printf(
                    Locale.ROOT,
                    "%s: %,d documents, each given twice, in %.0f s; executors killed: %d; tasks run twice by"
                            + " speculation: %d%n",
                    graph,
                    report.documents(),
                    (System.nanoTime() - start) / 1e9,
                    killed.get(),
                    copies.get());
        }
        return SharedCluster.checksum(store, graph);
    }

    /** Kills one executor after some indexing tasks, and another later. */
    private void kill(AtomicBoolean done, AtomicInteger killed) {
        while (!done.get() && killed.get() < 2) {
            if (ended.get() > TASKS / 4 * (killed.get() + 1)) {
                Cluster.executors().getLast().destroyForcibly();
                killed.incrementAndGet();
            }
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static GraphChecksum inMemory(Path corpus, Path folder) throws IOException {
        AppSettings settings =
                new ConfigurationReader(Map.of(), folder).read(List.of()).settings();
        try (GraphStore store = new InMemoryGraphStore();
                GraphRag rag = settings.graph(
                                new Backend().embeddingModel(settings.embedding(), null),
                                TaskModels.NONE,
                                settings.extractor(TaskModels.NONE, ReplyCache.NONE, Ledger.NONE))
                        .store(store)
                        .build();
                var documents = JsonlCorpus.of(List.of(corpus)).documents()) {
            rag.add(documents, IngestListener.NONE);
            try (GraphView view = store.view()) {
                return GraphChecksum.of(view);
            }
        }
    }

    /** Writes the same documents with many artificial triplets of titles and names. */
    private static Path withTriplets(Path corpus, Path file) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(corpus)) {
            ObjectNode document = (ObjectNode) json.readTree(line);
            ArrayNode triplets = document.putObject("metadata").putArray("triplets");
            Matcher names = NAME.matcher(document.path("text").asText());
            while (triplets.size() < TRIPLETS && names.find()) {
                triplets.addArray()
                        .add(document.path("title").asText())
                        .add("mentions")
                        .add(names.group());
            }
            lines.add(json.writeValueAsString(document));
        }
        return Files.write(file, lines);
    }
}

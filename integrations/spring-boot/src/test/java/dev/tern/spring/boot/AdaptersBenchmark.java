package dev.tern.spring.boot;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.store.embedding.filter.MetadataFilterBuilder;
import dev.tern.GraphRag;
import dev.tern.graph.DocumentMetadata;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.langchain4j.GraphContentRetriever;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.spring.ai.GraphDocumentRetriever;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RememberingModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.springframework.ai.rag.Query;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;

/**
 * Measures retrieval through LangChain4j's and Spring AI's interfaces and the library's own: the
 * same questions to the same graph, with the same filter. Embedding is instant and no chat model is
 * called: both would hide the cost of an adapter.
 *
 * <p>An adapter's work depends on the passages found, two here, and not on the graph. So it is
 * measured in microseconds on a small in-memory graph, where it is visible, and compared with the
 * time of a retrieval from a large graph in the embedded store, where it vanishes in noise.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open before anything else
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AdaptersBenchmark {
    private static final String NAME = "made_up";
    private static final int DOCUMENTS = 5_000;
    private static final int PEOPLE = 3_000;
    private static final int QUESTIONS = 64;
    private static final List<String> WAYS = List.of("plain", "langChain4j", "springAi");

    /** The mode of retrieval. */
    @Param({"NAIVE", "LOCAL"})
    public Mode mode = Mode.LOCAL;

    /** The folder of the large graph; blank for the small one. */
    @Param("")
    public String folder = "";

    private final MetadataFilter filter = MetadataFilter.atLeast("number", 10);
    private final List<String> texts = new ArrayList<>();
    private final EmbeddingModel embeddings = new RememberingModel(new HashingEmbeddingModel(384));
    private GraphRag rag;
    private ContentRetriever contents;
    private GraphDocumentRetriever documents;
    private int next;

    /** Opens the graph and embeds the questions. */
    @Setup
    public void open() {
        rag = folder.isBlank() ? small() : over(LuceneGraphStore.open(Path.of(folder), NAME), embeddings);
        contents = GraphContentRetriever.builder(rag)
                .mode(mode)
                .dynamicFilter(
                        query -> MetadataFilterBuilder.metadataKey("number").isGreaterThanOrEqualTo(10))
                .build();
        FilterExpressionBuilder is = new FilterExpressionBuilder();
        documents = GraphDocumentRetriever.builder(rag)
                .mode(mode)
                .filterExpression(() -> is.gte("number", 10).build())
                .build();
        for (int i = 0; i < QUESTIONS; i++) {
            texts.add("Which bridge did the teacher of " + person(i * 37) + " build?");
        }
        texts.forEach(text -> rag.retrieve(question(text)));
    }

    @TearDown
    public void close() {
        rag.close();
    }

    private Question question(String text) {
        return rag.question(text).withMode(mode).withFilter(filter);
    }

    private String text() {
        next = (next + 1) % QUESTIONS;
        return texts.get(next);
    }

    /** Retrieves by the library itself. */
    @Benchmark
    public Object plain() {
        return rag.retrieve(question(text()));
    }

    /** Retrieves through LangChain4j's interface. */
    @Benchmark
    public Object langChain4j() {
        return contents.retrieve(dev.langchain4j.rag.query.Query.from(text()));
    }

    /** Retrieves through Spring AI's interface. */
    @Benchmark
    public Object springAi() {
        return documents.retrieve(new Query(text()));
    }

    private GraphRag small() {
        GraphRag small = over(new InMemoryGraphStore(), embeddings);
        fill(small, 20);
        return small;
    }

    private static GraphRag over(GraphStore store, EmbeddingModel embeddings) {
        return GraphRag.builder().ownedStore(store).embeddingModel(embeddings).build();
    }

    private static String person(int number) {
        return "Person" + number % PEOPLE + " Of" + number % 97;
    }

    private static void fill(GraphRag rag, int documents) {
        List<SourceDocument> made = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            String teacher = person(i * 7);
            String bridge = "Bridge" + i;
            made.add(SourceDocument.of(
                            "made-up-" + i,
                            teacher + " taught " + person(i * 11) + " and built " + bridge + " of stone in a dry year.")
                    .withTitle("Builders, part " + i)
                    .withStatements(List.of(
                            Statement.of(teacher, "taught", person(i * 11)), Statement.of(teacher, "built", bridge)))
                    .withMetadata(DocumentMetadata.EMPTY.with("number", i).with("source", "made up")));
        }
        rag.add(made, IngestListener.NONE);
    }

    /** Measures them alternately, so that noise affects all, and prints median CPU times. */
    public static void main(String[] arguments) throws RunnerException, IOException {
        int rounds = Integer.parseInt(arguments[0]);
        Path large = Files.createTempDirectory("tern-benchmark");
        try (GraphRag rag =
                over(LuceneGraphStore.open(large, NAME), new RememberingModel(new HashingEmbeddingModel(384)))) {
            fill(rag, DOCUMENTS);
        }
        Map<String, List<Double>> micros = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String way : WAYS) {
                for (RunResult result : run(way, "", large.toString())) {
                    String graph = result.getParams().getParam("folder").isBlank() ? "small" : "large";
                    String key = result.getParams().getParam("mode") + " " + graph + " " + way;
                    micros.computeIfAbsent(key, name -> new ArrayList<>())
                            .add(Objects.requireNonNull(
                                            result.getSecondaryResults().get(CpuTime.NAME))
                                    .getScore());
                }
            }
        }
        for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
            for (String graph : List.of("small", "large")) {
                print(mode, graph, micros);
            }
        }
    }

    private static Collection<RunResult> run(String way, String... folders) throws RunnerException {
        return new Runner(new OptionsBuilder()
                        .include(AdaptersBenchmark.class.getName() + "\\." + way + "$")
                        .param("folder", folders)
                        .addProfiler(CpuTime.class)
                        .forks(1)
                        .warmupIterations(2)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(3)
                        .measurementTime(TimeValue.seconds(1))
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
    }

    private static void print(Mode mode, String graph, Map<String, List<Double>> micros) {
        double plain = median(micros, mode + " " + graph + " plain");
        double whole = median(micros, mode + " large plain");
        for (String way : WAYS) {
            double more = median(micros, mode + " " + graph + " " + way) - plain;
            System.out.printf(
                    Locale.ROOT,
                    "%-5s %s graph, %-11s %8.1f us, %+7.1f us, %+5.1f %% of a retrieval from the large graph; rounds"
                            + " %s%n",
                    mode,
                    graph,
                    way,
                    plain + more,
                    more,
                    100 * more / whole,
                    micros.getOrDefault(mode + " " + graph + " " + way, List.of()).stream()
                            .map(value -> String.format(Locale.ROOT, "%.1f", value))
                            .toList());
        }
    }

    private static double median(Map<String, List<Double>> micros, String key) {
        List<Double> sorted =
                micros.getOrDefault(key, List.of()).stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }
}

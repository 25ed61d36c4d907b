package dev.tern.store.milvus.benchmark;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Question;
import dev.tern.settings.Consistency;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Measures the cost of a filter on every store, at shares of the passages from all to one in ten thousand, each
 * question under another filter of its share; and the number of passages that the in-memory reference finds too.
 */
final class FilterBenchmark {
    private static final int QUESTIONS = Integer.getInteger("questions", 100);
    private static final int WARM_UP = Math.min(40, QUESTIONS);
    /** The number of questions to the reference, which scans everything. */
    private static final int COMPARED = Math.min(20, 1 + QUESTIONS / 4);

    private static final int FOUND = 5;

    private final EmbeddingModel embeddings = new WordEmbeddingModel();
    private final int count;
    private final MadeUpCorpus corpus;
    private final Map<String, IntFunction<MetadataFilter>> shares = new LinkedHashMap<>();
    private final GraphStore reference = new InMemoryGraphStore();

    private FilterBenchmark(int documents) {
        count = documents;
        corpus = new MadeUpCorpus(documents);
        shares.put("all", i -> MetadataFilter.everything());
        shares.put("50 %", i -> MetadataFilter.equal("half", i % 2));
        shares.put("50 % by range", i -> MetadataFilter.less("number", documents / 2 + i));
        shares.put("1 %", i -> MetadataFilter.equal("hundredth", i % 100));
        shares.put("0.01 %", i -> MetadataFilter.in("number", numbers(i, Math.max(1, documents / 10_000))));
    }

    private List<Integer> numbers(int question, int many) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            numbers.add((question * 7_919 + i * 104_729) % count);
        }
        return numbers;
    }

    static void run(int documents) {
        System.out.printf(Locale.ROOT, "filters, %,d passages, %,d statements%n", documents, 9 * documents);
        new FilterBenchmark(documents).run();
    }

    private void run() {
        add(() -> reference);
        try {
            Path folder = Files.createTempDirectory("tern-benchmark");
            measure("Lucene", () -> LuceneGraphStore.open(folder, "made_up"), Duration.ZERO);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Servers.each((name, uri) -> {
            try (MilvusGraphCatalog catalog =
                    MilvusGraphCatalog.connect(MilvusSettings.at(uri).build())) {
                measure(name, () -> catalog.open("made_up"), Servers.INDEXING);
            }
        });
    }

    private GraphRag over(Supplier<GraphStore> opener) {
        return GraphRag.builder()
                .ownedStore(opener.get())
                .embeddingModel(embeddings)
                .build();
    }

    // Not closed here: the reference goes on, and the others are opened again.
    private void add(Supplier<GraphStore> opener) {
        List<SourceDocument> documents = new ArrayList<>();
        for (SourceDocument document : corpus.documents()) {
            long number = documents.size();
            documents.add(document.withMetadata(SourceMetadata.EMPTY
                    .with("half", number % 2)
                    .with("hundredth", number % 100)
                    .with("number", number)));
        }
        over(opener).add(documents, IngestListener.NONE);
    }

    private void measure(String name, Supplier<GraphStore> opener, Duration indexing) {
        GraphStore writing = opener.get();
        add(() -> writing);
        writing.close();
        Servers.pause(indexing);
        for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
            // A store remembers which filters are strict.
            try (GraphRag rag = over(opener)) {
                shares.forEach((share, filter) -> measure(rag, name, mode, share, filter));
                shares.forEach((share, filter) -> measure(rag, name, mode, share + ", again", filter));
            }
        }
    }

    private void measure(GraphRag rag, String name, Mode mode, String share, IntFunction<MetadataFilter> filter) {
        Parameters parameters =
                Parameters.of(Parameter.FINAL_TOP_K, FOUND).with(Parameter.CONSISTENCY, Consistency.BOUNDED);
        List<String> questions = corpus.questions(WARM_UP + QUESTIONS);
        Timings timings = new Timings();
        int expected = 0;
        int same = 0;
        for (int i = 0; i < questions.size(); i++) {
            Question question = Question.of(questions.get(i), mode)
                    .withParameters(parameters)
                    .withFilter(filter.apply(i));
            if (i < WARM_UP) {
                rag.retrieve(question);
                continue;
            }
            List<List<String>> found = new ArrayList<>();
            timings.measure(() -> found.add(ids(rag, question)));
            if (i < WARM_UP + COMPARED) {
                List<String> literal = ids(over(() -> reference), question);
                expected += literal.size();
                same += (int)
                        literal.stream().filter(found.getFirst()::contains).count();
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%-16s %-6s %-21s %s   %d of %d passages of the reference%n",
                name,
                mode.name().toLowerCase(Locale.ROOT),
                share,
                timings,
                same,
                expected);
    }

    private static List<String> ids(GraphRag rag, Question question) {
        return rag.retrieve(question).passages().stream()
                .map(found -> found.value().id())
                .toList();
    }
}

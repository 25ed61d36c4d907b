package dev.tern.store.milvus.benchmark;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Consistency;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Measures the time of retrieval on every store and its growth with the graph, with an instant language model. */
final class QueryBenchmark {
    private static final int QUESTIONS = Integer.getInteger("questions", 100);
    private static final int WARM_UP = Math.min(200, QUESTIONS);

    private final EmbeddingModel embeddings = new WordEmbeddingModel();
    private final MadeUpCorpus corpus;

    private QueryBenchmark(int documents) {
        corpus = new MadeUpCorpus(documents);
    }

    static void run(List<Integer> sizes) {
        for (int documents : sizes) {
            System.out.printf(Locale.ROOT, "retrieval, %,d passages, %,d statements%n", documents, 9 * documents);
            new QueryBenchmark(documents).run();
        }
    }

    private void run() {
        try {
            String kept = System.getProperty("folder", "");
            Path folder = kept.isEmpty() ? Files.createTempDirectory("tern-benchmark") : Path.of(kept);
            measure("Lucene", () -> LuceneGraphStore.open(folder, "made_up"), List.of(Consistency.STRONG));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Servers.each((name, uri) -> {
            try (MilvusGraphCatalog catalog =
                    MilvusGraphCatalog.connect(MilvusSettings.at(uri).build())) {
                long before = catalog.requests();
                measure(
                        name,
                        () -> catalog.open("made_up"),
                        List.of(Consistency.STRONG, Consistency.SESSION, Consistency.BOUNDED));
                System.out.printf(Locale.ROOT, "%-16s %,d requests in all%n", name, catalog.requests() - before);
            }
        });
    }

    private void measure(String name, Supplier<GraphStore> opener, List<Consistency> levels) {
        long start = System.nanoTime();
        try (GraphRag rag = GraphRag.builder()
                .ownedStore(opener.get())
                .embeddingModel(embeddings)
                .build()) {
            rag.add(corpus.documents(), IngestListener.NONE);
        }
        System.out.printf(Locale.ROOT, "%-16s indexed in %.0f s%n", name, (System.nanoTime() - start) / 1e9);
        long closed = heapInUse();
        try (GraphRag rag = GraphRag.builder()
                .ownedStore(opener.get())
                .embeddingModel(embeddings)
                .chatModel(new InstantModel())
                .build()) {
            for (Consistency level : levels) {
                for (Mode mode : List.of(Mode.NAIVE, Mode.GRAPH, Mode.LOCAL)) {
                    measure(rag, name, mode, level);
                }
            }
            long held = heapInUse() - closed;
            System.out.printf(
                    Locale.ROOT,
                    "%-16s holds %.1f MB of heap after all questions, %.1f bytes a statement%n",
                    name,
                    held / 1e6,
                    (double) held / corpus.statements());
        }
    }

    private static long heapInUse() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private void measure(GraphRag rag, String name, Mode mode, Consistency level) {
        Parameters parameters = Parameters.of(Parameter.CONSISTENCY, level);
        List<String> questions = corpus.questions(WARM_UP + QUESTIONS);
        Timings timings = new Timings();
        Map<String, Double> millis = new LinkedHashMap<>();
        int trips = 0;
        int calls = 0;
        for (int i = 0; i < questions.size(); i++) {
            Question question = Question.of(questions.get(i), mode).withParameters(parameters);
            if (i < WARM_UP) {
                rag.retrieve(question);
            } else {
                Retrieval[] found = new Retrieval[1];
                timings.measure(() -> found[0] = rag.retrieve(question));
                trips = Math.max(trips, found[0].trace().total().roundTrips());
                calls = Math.max(calls, found[0].trace().total().storeCalls());
                found[0].trace()
                        .steps()
                        .forEach(step -> millis.merge(step.name(), step.cost().millis() / QUESTIONS, Double::sum));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%-16s %-7s %-8s %s   at most %d round trips, %d calls; on average %s%n",
                name,
                mode.name().toLowerCase(Locale.ROOT),
                level.name().toLowerCase(Locale.ROOT),
                timings,
                trips,
                calls,
                millis.entrySet().stream()
                        .map(step -> String.format(Locale.ROOT, "%s %.1f", step.getKey(), step.getValue()))
                        .collect(Collectors.joining(", ")));
    }

    /** A chat model that finds the first two relations useful, at once. */
    private static final class InstantModel implements ChatModel {
        @Override
        public ChatResponse chat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("{\"thought\": \"\", \"relations\": [1, 2]}"))
                    .build();
        }
    }
}

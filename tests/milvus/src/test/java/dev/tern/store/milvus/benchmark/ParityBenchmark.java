package dev.tern.store.milvus.benchmark;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.eval.questions.BeirDataset;
import dev.tern.eval.questions.Corpus;
import dev.tern.eval.questions.GoldQuestion;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.query.Question;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.milvus.IndexKind;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import dev.tern.transfer.GraphCopy;
import dev.tern.transfer.TransferListener;
import java.io.IOException;
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
import java.util.stream.Stream;

/**
 * Real questions on a real corpus, asked of every store, without a filter and under filters that half, one in a hundred and
 * ten of the passages pass: how many of the same passages each finds.
 */
final class ParityBenchmark {
    private static final int QUESTIONS = Math.min(50, Integer.getInteger("questions", 50));

    private final EmbeddingModel model;
    private final GraphStore reference;
    private final Map<String, List<Question>> questions = new LinkedHashMap<>();
    private final Map<String, List<List<String>>> expected = new LinkedHashMap<>();

    private ParityBenchmark(EmbeddingModel model, GraphStore reference) {
        this.model = model;
        this.reference = reference;
    }

    static void run(Path data) throws IOException {
        QuestionSet dataset = BeirDataset.read(data);
        try (CloseableEmbeddingModel model = Models.embeddingModel(EmbeddingModelSettings.builder()
                        .provider(KnownProvider.IN_PROCESS)
                        .build());
                GraphStore reference = new InMemoryGraphStore()) {
            new ParityBenchmark(model, reference).run(dataset);
        }
    }

    private void run(QuestionSet dataset) throws IOException {
        int passages = add(dataset.corpus());
        List<Question> all = Parity.questions(dataset.queries().stream()
                .limit(QUESTIONS)
                .map(GoldQuestion::text)
                .toList());
        put("all", all, i -> MetadataFilter.everything());
        put("50 %", all, i -> MetadataFilter.equal("half", i % 2));
        put("1 %", all, i -> MetadataFilter.equal("hundredth", i % 100));
        put(
                "ten",
                all,
                i -> MetadataFilter.atLeast("number", i * 7_919 % passages)
                        .and(MetadataFilter.less("number", i * 7_919 % passages + 10)));
        System.out.println(dataset.name() + ": the five passages of " + all.size()
                + " questions, naive and local, among " + passages + " beside the exact reference");
        Path folder = Files.createTempDirectory("tern-parity");
        compare("Lucene", () -> LuceneGraphStore.open(folder, "parity"), Duration.ZERO);
        Servers.each((name, uri) -> {
            for (IndexKind index : List.of(IndexKind.FLAT, IndexKind.AUTOINDEX)) {
                try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                        MilvusSettings.at(uri).index(index).build())) {
                    String graph = "parity_" + index.name().toLowerCase(Locale.ROOT);
                    compare(name + " " + index, () -> catalog.open(graph), Servers.INDEXING);
                }
            }
        });
    }

    /** Numbers the documents, by which they are filtered; returns how many there are. */
    private int add(Corpus corpus) {
        List<SourceDocument> numbered = new ArrayList<>();
        try (Stream<SourceDocument> documents = corpus.open()) {
            for (SourceDocument document : documents.toList()) {
                long number = numbered.size();
                numbered.add(document.withMetadata(document.metadata()
                        .with("number", number)
                        .with("half", number % 2)
                        .with("hundredth", number % 100)));
            }
        }
        // Not closed: the reference goes on.
        GraphRag.builder().store(reference).embeddingModel(model).build().add(numbered, IngestListener.NONE);
        return numbered.size();
    }

    private void put(String share, List<Question> all, IntFunction<MetadataFilter> filter) {
        List<Question> filtered = new ArrayList<>();
        for (Question question : all) {
            filtered.add(question.withFilter(filter.apply(filtered.size())));
        }
        questions.put(share, filtered);
        expected.put(share, Parity.found(reference, model, filtered));
    }

    private void compare(String name, Supplier<GraphStore> opener, Duration indexing) {
        try (GraphStore copy = opener.get()) {
            GraphCopy.copy(reference, copy, TransferListener.NONE).requireSame();
        }
        Servers.pause(indexing);
        try (GraphStore store = opener.get()) {
            questions.forEach((share, asked) -> {
                Parity parity = Parity.of(expected.getOrDefault(share, List.of()), store, model, asked);
                System.out.printf(
                        Locale.ROOT,
                        "%-24s %-5s %6.2f %% of %d passages the same, %d of %d lists identical%n",
                        name,
                        share,
                        parity.percent(),
                        parity.passages(),
                        parity.identical(),
                        2 * parity.questions());
            });
        }
    }
}

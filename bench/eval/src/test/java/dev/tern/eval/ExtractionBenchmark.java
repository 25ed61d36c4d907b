package dev.tern.eval;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.eval.measure.Measures;
import dev.tern.eval.questions.BeirDataset;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.RememberingModel;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Measures graphs made by each extractor without a chat model, compared with given statements and
 * with none, and the speed of extraction. Folders without questions are only timed.
 */
final class ExtractionBenchmark {
    private static final Map<String, TripletExtractor> EXTRACTORS = new LinkedHashMap<>();

    static {
        EXTRACTORS.put("rules", TripletExtractor.rules());
        EXTRACTORS.put("sentences", TripletExtractor.sentences());
        EXTRACTORS.put("names", TripletExtractor.names());
    }

    private ExtractionBenchmark() {}

    /** Takes folders in BEIR's layout. */
    public static void main(String[] folders) {
        System.out.println("set | statements | R@2 / R@5 / all@5 | a passage | texts/s of one core");
        for (String folder : folders) {
            measure(Path.of(folder));
        }
        // Does not wait for the embedding model's threads.
        System.exit(0);
    }

    private static void measure(Path folder) {
        List<SourceDocument> documents = new ArrayList<>();
        try (JsonlCorpus.CorpusDocuments corpus =
                JsonlCorpus.of(List.of(folder.resolve("corpus.jsonl"))).documents()) {
            corpus.forEach(documents::add);
        }
        Optional<QuestionSet> questions = Files.exists(folder.resolve("queries.jsonl"))
                ? Optional.of(BeirDataset.read(folder))
                : Optional.empty();
        String set = String.valueOf(folder.getFileName());
        EmbeddingModelSettings settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build();
        try (CloseableEmbeddingModel model = Models.embeddingModel(settings)) {
            EmbeddingModel remembering = new RememberingModel(model);
            if (questions.isPresent()
                    && documents.stream()
                            .anyMatch(document -> !document.statements().isEmpty())) {
                row(set, "given", documents, questions, remembering, "");
            }
            EXTRACTORS.forEach((name, extractor) -> {
                // A warm-up.
                extracted(documents, extractor);
                long start = processorNanos();
                List<SourceDocument> made = extracted(documents, extractor);
                double seconds = (processorNanos() - start) / 1e9;
                String speed = String.format(Locale.ROOT, "%,.0f", documents.size() / seconds);
                row(set, name, made, questions, remembering, speed);
            });
            if (questions.isPresent()) {
                row(set, "none", extracted(documents, TripletExtractor.none()), questions, remembering, "");
            }
        }
    }

    private static List<SourceDocument> extracted(List<SourceDocument> documents, TripletExtractor extractor) {
        return documents.stream()
                .map(document -> document.withStatements(
                        extractor.extract(Passage.of(document, 0, document.text(), List.<Statement>of()))))
                .toList();
    }

    /** Returns the time of this thread only, unaffected by other load. */
    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void row(
            String set,
            String name,
            List<SourceDocument> documents,
            Optional<QuestionSet> questions,
            EmbeddingModel model,
            String speed) {
        double statements =
                Measures.mean(documents, document -> document.statements().size());
        String found = questions
                .map(asked -> figures(documents, asked, model))
                .map(figures -> String.format(
                        Locale.ROOT,
                        "%.1f / %.1f / %.1f",
                        figures.mean("recall@2"),
                        figures.mean("recall@5"),
                        figures.mean("allGold@5")))
                .orElse("");
        System.out.printf(Locale.ROOT, "%s | %s | %s | %.1f | %s%n", set, name, found, statements, speed);
    }

    private static MethodFigures figures(List<SourceDocument> documents, QuestionSet questions, EmbeddingModel model) {
        try (GraphRag rag = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(model)
                .build()) {
            rag.add(documents, IngestListener.NONE);
            return Evaluation.of(questions)
                    .methods(List.of(RetrievalMethod.mode(Mode.LOCAL, rag, Parameters.DEFAULT)))
                    .warmUp(0)
                    .parallelism(2)
                    .build()
                    .run(rag)
                    .figures("local");
        }
    }
}

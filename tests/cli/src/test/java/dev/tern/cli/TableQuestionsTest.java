package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.GraphRag;
import dev.tern.documents.LoadListener;
import dev.tern.documents.LoadedDocuments;
import dev.tern.documents.SourceLoader;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures the value of column headings: twenty questions, ten of them over two tables, about 24 ports and 24 ships
 * that were made up for this test, by the model in process. The tables are read as files, as the same lines without
 * statements, and as text in which only the first line names the columns.
 */
@Tag("slow")
final class TableQuestionsTest {
    private static final int[] FIRST = {2, 5};

    /** A question and the rows that answer it, each as two of its cells. */
    private record Asked(String text, List<List<String>> rows) {
        static Asked of(String line) {
            List<String> parts = List.of(line.split("\t"));
            return new Asked(
                    parts.getFirst(),
                    parts.stream().skip(1).map(row -> List.of(row.split("\\+"))).toList());
        }

        /** Returns the share of the rows that are in some passages. */
        double recall(List<String> passages) {
            long found = rows.stream()
                    .filter(row -> passages.stream()
                            .flatMap(String::lines)
                            .anyMatch(line -> row.stream().allMatch(line::contains)))
                    .count();
            return (double) found / rows.size();
        }
    }

    private static Path folder() throws URISyntaxException {
        return Path.of(TableQuestionsTest.class.getResource("tables").toURI());
    }

    private static List<SourceDocument> read() throws URISyntaxException {
        List<SourceDocument> documents = new ArrayList<>();
        try (LoadedDocuments loaded = SourceLoader.builder()
                .build()
                .load(List.of("ports.csv", "ships.csv"), folder(), InputStream.nullInputStream(), LoadListener.NONE)) {
            loaded.forEach(documents::add);
        }
        return documents;
    }

    private static SourceDocument flat(SourceDocument table) {
        try {
            return SourceDocument.of(
                    table.id(), Files.readString(folder().resolve(table.id())).replace(",", " | "));
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void tablesThatKeepTheirHeadsAnswerMoreQuestions() throws IOException, URISyntaxException {
        List<Asked> questions = Files.readAllLines(folder().resolve("questions.tsv")).stream()
                .map(Asked::of)
                .toList();
        List<SourceDocument> tables = read();
        Map<String, List<SourceDocument>> variants = new LinkedHashMap<>();
        variants.put("flat text", tables.stream().map(TableQuestionsTest::flat).toList());
        variants.put(
                "heads, no statements",
                tables.stream().map(table -> table.withTables(List.of())).toList());
        variants.put("heads and statements", tables);
        Map<String, Double> recalls = new LinkedHashMap<>();
        try (CloseableEmbeddingModel model = Models.embeddingModel(EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build())) {
            variants.forEach((name, documents) -> {
                try (GraphRag rag = GraphRag.builder()
                        .store(new InMemoryGraphStore())
                        .embeddingModel(model)
                        .parameters(Parameters.of(Parameter.PASSAGE_TOKENS, 96))
                        .build()) {
                    rag.add(documents, IngestListener.NONE);
                    for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
                        recalls.putAll(recalls(name, rag, mode, questions));
                    }
                }
            });
        }
        recalls.forEach((what, recall) -> System.out.printf(Locale.ROOT, "%s: %.3f%n", what, recall));

        assertThat(questions).hasSize(20);
        assertThat(recalls.get("heads and statements, local, R@2"))
                .isGreaterThan(recalls.get("flat text, local, R@2"))
                .isGreaterThan(recalls.get("heads and statements, naive, R@2"));
    }

    private static Map<String, Double> recalls(String name, GraphRag rag, Mode mode, List<Asked> questions) {
        Map<String, Double> recalls = new LinkedHashMap<>();
        for (int first : FIRST) {
            double sum = 0;
            for (Asked asked : questions) {
                Question question = rag.question(asked.text())
                        .withMode(mode)
                        .withParameters(Parameters.of(Parameter.FINAL_TOP_K, first));
                sum += asked.recall(rag.retrieve(question).passages().stream()
                        .map(passage -> passage.value().text())
                        .toList());
            }
            recalls.put(name + ", " + mode.name().toLowerCase(Locale.ROOT) + ", R@" + first, sum / questions.size());
        }
        return recalls;
    }
}

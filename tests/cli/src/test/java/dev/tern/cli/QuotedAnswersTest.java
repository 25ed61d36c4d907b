package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.GraphRag;
import dev.tern.eval.questions.BeirDataset;
import dev.tern.eval.questions.GoldQuestion;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.EntityName;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.query.Answer;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.lucene.LuceneGraphStore;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Answers without a chat model, by the model in process: sixty questions in English, German, Spanish, Indonesian and
 * Japanese, 34 of them over two passages, about prose with and without titles, mails, a chat and contracts, all written
 * for this test; and fifteen that none of them answers.
 */
@Tag("slow")
final class QuotedAnswersTest {
    private static final Pattern QUOTE = Pattern.compile("“(.*?)” \\[(\\d+)]");

    private static GraphRag rag;
    private static CloseableEmbeddingModel model;
    private static QuestionSet set;
    private static final Map<GoldQuestion, Answer> ANSWERS = new LinkedHashMap<>();

    @BeforeAll
    static void ask(@TempDir Path store) throws IOException, URISyntaxException {
        set = BeirDataset.read(folder());
        model = Models.embeddingModel(EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build());
        rag = GraphRag.builder()
                .ownedStore(LuceneGraphStore.open(store, "default"))
                .embeddingModel(model)
                .parameters(Parameters.of(Parameter.FINAL_TOP_K, 5))
                .build();
        try (Stream<SourceDocument> documents = set.corpus().open()) {
            rag.add(documents.toList(), IngestListener.NONE);
        }
        set.queries().forEach(query -> ANSWERS.put(query, rag.ask(query.text())));
    }

    @AfterAll
    static void close() {
        rag.close();
        model.close();
    }

    private static Path folder() throws URISyntaxException {
        return Path.of(QuotedAnswersTest.class.getResource("quoted").toURI());
    }

    @Test
    void mostQuotesHoldTheAnswer() {
        Map<String, List<String>> missed = new TreeMap<>();
        Map<String, Integer> quoted = new TreeMap<>();
        ANSWERS.forEach((query, answer) -> {
            if (EntityName.normalise(answer.text())
                    .contains(EntityName.normalise(query.answers().getFirst()))) {
                quoted.merge(query.type(), 1, Integer::sum);
            } else {
                missed.computeIfAbsent(query.type(), absent -> new ArrayList<>())
                        .add(query.text() + "\n" + answer.text());
            }
        });
        System.out.println("answers, quoted: " + quoted + " of 26 and 34");
        assertThat(quoted.get("one hop")).as("missed: %s", missed).isGreaterThanOrEqualTo(24);
        assertThat(quoted.get("two hops")).as("missed: %s", missed).isGreaterThanOrEqualTo(25);
    }

    @Test
    void atMostThreeSentencesAreQuotedAndNoneTwice() {
        ANSWERS.forEach((query, answer) -> {
            List<String> quotes = new ArrayList<>();
            Matcher quote = QUOTE.matcher(answer.text());
            while (quote.find()) {
                quotes.add(quote.group(1));
            }
            assertThat(quotes).as(query.text()).hasSizeLessThanOrEqualTo(3).doesNotHaveDuplicates();
            assertThat(answer.text()).as(query.text()).doesNotContain("\n\n").hasSizeLessThan(700);
        });
    }

    @Test
    void hardlyAnyOfTheQuestionsIsRefused() {
        assertThat(ANSWERS.values())
                .filteredOn(answer -> answer.kind() == Answer.Kind.UNKNOWN)
                .hasSizeLessThanOrEqualTo(1);
    }

    /** The passages mention parts of three: a war and thirty years, a light's distance, the earth and a month. */
    @Test
    void whatNoPassageTellsIsMostlyRefused() throws IOException, URISyntaxException {
        List<String> answered = Files.readAllLines(folder().resolve("absent.txt")).stream()
                .filter(question -> rag.ask(question).kind() != Answer.Kind.UNKNOWN)
                .toList();
        assertThat(answered)
                .isSubsetOf(
                        "Wann endete der Dreißigjährige Krieg?",
                        "¿Cuál es la velocidad de la luz?",
                        "Berapa jarak antara bumi dan bulan?");
    }
}

package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.eval.measure.Resampling;
import dev.tern.eval.questions.GoldQuestion;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CandidateProbeTest {
    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private final EmbeddingModel model = new WordModel();
    private final GraphRag rag = GraphRag.builder()
            .store(store)
            .embeddingModel(model)
            .extractor(TripletExtractor.none())
            .build();

    private static SourceDocument document(String id, String title, String text, Statement... statements) {
        return SourceDocument.of(id, text).withTitle(title).withStatements(List.of(statements));
    }

    /** Measures a question about a bridge, its builder, and a document without statements. */
    private List<CandidateFigures> measured() {
        rag.add(document(
                "bridge",
                "Vale Bridge",
                "The Vale Bridge was planned by Lena Marr.",
                Statement.of("Vale Bridge", "planned by", "Lena Marr")));
        rag.add(document(
                "builder",
                "Lena Marr",
                "Lena Marr was born in Halden and wrote songs.",
                Statement.of("Lena Marr", "wrote", "songs"),
                Statement.of("Lena Marr", "was born in", "Halden")));
        rag.add(document("alone", "Kal", "Nothing is said of Kal."));
        IntStream.range(0, 40)
                .forEach(i -> rag.add(document(
                        "other" + i,
                        "Song " + i,
                        "The song number " + i + " was written by Lena Marr in one of the years at Halden.",
                        Statement.of("Song number " + i, "was written in one of the years by", "Lena Marr"))));
        GoldQuestion query = new GoldQuestion(
                "q",
                "In which town was the planner of the Vale Bridge born?",
                new TreeMap<>(Map.of("bridge", "Vale Bridge", "builder", "Lena Marr", "alone", "Kal")),
                List.of("Halden"),
                "",
                "");
        QuestionSet set = new QuestionSet("bridges", Stream::empty, 43, List.of(query), new TreeMap<>());
        return new CandidateProbe(store, model, Parameters.DEFAULT, List.of(100, 300))
                .measure(set, new Resampling(1, 100), EvaluationListener.NONE);
    }

    @Test
    void countsWhatIsShownWithinEachBudget() {
        List<CandidateFigures> figures = measured();
        assertThat(figures)
                .extracting(CandidateFigures::budget)
                .containsExactly(OptionalInt.of(100), OptionalInt.of(300), OptionalInt.empty());
        assertThat(figures).extracting(CandidateFigures::tokens).isSorted();
        assertThat(figures.getFirst().tokens()).isBetween(40.0, 140.0);
        assertThat(figures.getFirst().lines()).isLessThan(figures.getLast().lines());
        assertThat(figures.getLast().promptTokens())
                .isGreaterThan(figures.getLast().tokens());
    }

    @Test
    void coverageIsTheShareOfGoldThatSomeCandidateLeadsTo() {
        CandidateFigures all = measured().getLast();
        assertThat(all.coverage().value()).isEqualTo(200 / 3.0, within(1e-9));
        assertThat(all.allGold().value()).isZero();
    }

    @Test
    void evidenceIsCountedWhereAGoldDocumentHasSome() {
        // The bridge's statement names the builder, one of the builder's the answer; "alone" has
        // none.
        assertThat(measured().getLast().evidence().value()).isEqualTo(100);
    }
}

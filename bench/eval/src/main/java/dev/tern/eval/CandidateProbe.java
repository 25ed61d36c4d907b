package dev.tern.eval;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.eval.CandidateFigures.OfQuestion;
import dev.tern.eval.measure.AnswerScore;
import dev.tern.eval.measure.Resampling;
import dev.tern.eval.questions.GoldQuestion;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import dev.tern.model.TokenEstimator;
import dev.tern.query.Queries;
import dev.tern.query.Question;
import dev.tern.query.choose.CandidateList;
import dev.tern.query.choose.ChatChooser;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.TitleKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Measures the candidates for graph mode's chat model without a chat call. Each budget is measured
 * separately, because the list for a smaller budget need not be a prefix of the list for a larger
 * one. Thread-safe.
 */
public final class CandidateProbe {
    /** The default budgets, in tokens. */
    public static final List<Integer> DEFAULT_BUDGETS = List.of(250, 500, 1000, 2000);

    private static final int EVERYTHING = 1_000_000;
    private static final Set<String> NO_NAMES = Set.of("yes", "no", "noanswer");

    private final GraphStore store;
    private final EmbeddingModel embeddingModel;
    private final Parameters parameters;
    private final List<Integer> budgets;

    /**
     * Creates a probe of a graph.
     *
     * @param store the store, closed by the caller
     * @param parameters the parameters of every question, except for the budget and the
     *     recognition, which is offline
     * @param budgets the budgets in tokens; the list without a limit is always measured, too
     */
    public CandidateProbe(
            GraphStore store, EmbeddingModel embeddingModel, Parameters parameters, List<Integer> budgets) {
        this.store = store;
        this.embeddingModel = embeddingModel;
        this.parameters = parameters;
        this.budgets = List.copyOf(budgets);
    }

    List<CandidateFigures> measure(QuestionSet set, Resampling resampling, EvaluationListener listener) {
        Map<Integer, List<OfQuestion>> byBudget = new LinkedHashMap<>();
        budgets.forEach(budget -> byBudget.put(budget, new ArrayList<>()));
        byBudget.put(EVERYTHING, new ArrayList<>());
        int done = 0;
        for (GoldQuestion query : set.queries()) {
            Map<String, Set<String>> evidence = evidence(query);
            byBudget.forEach((budget, questions) -> questions.add(ask(query, budget, evidence)));
            done++;
            listener.questionEnded("candidates", done, set.queries().size());
        }
        List<CandidateFigures> figures = new ArrayList<>();
        byBudget.forEach((budget, questions) -> figures.add(CandidateFigures.of(
                budget == EVERYTHING ? OptionalInt.empty() : OptionalInt.of(budget), List.of(questions), resampling)));
        return figures;
    }

    private OfQuestion ask(GoldQuestion query, int budget, Map<String, Set<String>> evidence) {
        Parameters within = parameters
                .with(Parameter.CANDIDATE_TOKENS, budget)
                .with(Parameter.RECOGNITION, NameRecognition.OFFLINE);
        CandidateList list = new Queries(store, embeddingModel, null)
                .candidates(Question.of(query.text(), Mode.LOCAL).withParameters(within));
        List<Relation> shown = list.relations();
        Set<String> covered = new HashSet<>();
        Set<String> keys = new HashSet<>();
        for (Relation relation : shown) {
            keys.add(relation.key());
            relation.mentions().forEach(mention -> covered.add(mention.documentId()));
        }
        long gold = query.gold().stream().filter(covered::contains).count();
        long shownEvidence = evidence.values().stream()
                .filter(some -> some.stream().anyMatch(keys::contains))
                .count();
        return new OfQuestion(
                query.id(),
                shown.size(),
                list.tokens(),
                TokenEstimator.estimate(ChatChooser.prompt(query.text(), list)),
                (double) gold / query.gold().size(),
                evidence.isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of((double) shownEvidence / evidence.size()));
    }

    /**
     * Returns the relation keys of the {@linkplain CandidateFigures#evidence() evidence}, by id of
     * the document, without documents that have none.
     */
    private Map<String, Set<String>> evidence(GoldQuestion query) {
        Map<String, Set<String>> evidence = new HashMap<>();
        for (Embedded<Passage> passage : store.latest().passages(PassagesBy.DOCUMENT, query.gold())) {
            String document = passage.value().documentId();
            Set<String> names =
                    query.answers().stream().map(CandidateProbe::words).collect(Collectors.toSet());
            query.titles().forEach((other, title) -> {
                if (!other.equals(document)) {
                    TitleKey.of(title).forEach(key -> names.add(words(key)));
                }
            });
            names.removeIf(name -> name.isBlank() || NO_NAMES.contains(name.strip()));
            for (Statement statement : passage.value().statements()) {
                String text = words(statement.text());
                if (names.stream().anyMatch(text::contains)) {
                    evidence.computeIfAbsent(document, absent -> new HashSet<>())
                            .add(statement.relationKey());
                }
            }
        }
        return evidence;
    }

    /** Returns the words of a text, with spaces around each, so that names match whole words. */
    private static String words(String text) {
        return " " + String.join(" ", AnswerScore.words(text)) + " ";
    }
}

package dev.tern.eval;

import dev.tern.eval.measure.Interval;
import dev.tern.eval.measure.Measures;
import dev.tern.eval.measure.Resampling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.ToDoubleFunction;

/** The measures of a question, in percent, by name and in the order of tables. */
final class QuestionMeasures {
    /** The cutoff k of the discounted gain ndcg@k. */
    private static final int GAIN_CUTOFF = 10;

    private final Map<String, ToDoubleFunction<QuestionResult>> measures = new LinkedHashMap<>();

    /**
     * Creates measures of retrieval, and optionally of answers.
     *
     * @param cutoffs the cutoffs k of recall@k and allGold@k
     * @param answers true to measure answers too; a question without an answer counts 0
     */
    QuestionMeasures(SortedSet<Integer> cutoffs, boolean answers) {
        cutoffs.forEach(cutoff -> measures.put("recall@" + cutoff, question -> 100 * question.recall(cutoff)));
        cutoffs.forEach(cutoff -> measures.put("allGold@" + cutoff, question -> question.foundAll(cutoff) ? 100 : 0));
        measures.put(
                "mrr", question -> 100 * Measures.reciprocalRank(Set.copyOf(question.gold()), question.returned()));
        measures.put(
                "ndcg@" + GAIN_CUTOFF,
                question ->
                        100 * Measures.normalisedGain(Set.copyOf(question.gold()), question.returned(), GAIN_CUTOFF));
        if (answers) {
            measures.put("exactMatch", ofAnswer(answer -> answer.score().exact()));
            measures.put("f1", ofAnswer(answer -> answer.score().overlap()));
        }
    }

    private static ToDoubleFunction<QuestionResult> ofAnswer(ToDoubleFunction<QuestionResult.ScoredAnswer> share) {
        return question -> question.answer().stream()
                .mapToDouble(answer -> 100 * share.applyAsDouble(answer))
                .sum();
    }

    /** Returns the value of a measure for each question; zeros for an unknown measure. */
    double[] values(String measure, List<QuestionResult> questions) {
        ToDoubleFunction<QuestionResult> value = measures.getOrDefault(measure, question -> 0);
        return questions.stream().mapToDouble(value).toArray();
    }

    Set<String> names() {
        return measures.keySet();
    }

    /** Returns the mean and interval of each measure; each set of questions has equal weight. */
    Map<String, Interval> intervals(List<List<QuestionResult>> sets, Resampling resampling) {
        Map<String, Interval> intervals = new LinkedHashMap<>();
        names().forEach(name -> intervals.put(
                name,
                resampling.mean(sets.stream().map(set -> values(name, set)).toList())));
        return intervals;
    }

    Map<String, Double> means(List<QuestionResult> questions) {
        Map<String, Double> means = new LinkedHashMap<>();
        measures.forEach((name, value) -> means.put(name, Measures.mean(questions, value)));
        return means;
    }
}

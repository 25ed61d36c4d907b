package dev.tern.eval;

import dev.tern.eval.measure.Interval;
import dev.tern.eval.measure.Measures;
import dev.tern.eval.measure.Resampling;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.ToDoubleFunction;

/** What is measured of every question, each in percent, by name and in the order of tables. */
final class Measured {
    /** As far as a ranking is looked at for its gain. */
    private static final int GAIN_CUTOFF = 10;

    private final Map<String, ToDoubleFunction<QuestionResult>> measures = new LinkedHashMap<>();

    /**
     * The measures.
     *
     * @param answers whether answers are measured too; a question without one counts 0
     */
    Measured(SortedSet<Integer> cutoffs, boolean answers) {
        cutoffs.forEach(cutoff -> measures.put("recall@" + cutoff, question -> 100 * question.recall(cutoff)));
        cutoffs.forEach(cutoff -> measures.put("allGold@" + cutoff, question -> question.foundAll(cutoff) ? 100 : 0));
        measures.put(
                "mrr", question -> 100 * Measures.reciprocalRank(Set.copyOf(question.gold()), question.returned()));
        measures.put(
                "ndcg@" + GAIN_CUTOFF,
                question ->
                        100 * Measures.normalisedGain(Set.copyOf(question.gold()), question.returned(), GAIN_CUTOFF));
        if (answers) {
            measures.put(
                    "exactMatch",
                    question -> 100
                            * question.answer()
                                    .map(answer -> answer.score().exact())
                                    .orElse(0.0));
            measures.put(
                    "f1",
                    question -> 100
                            * question.answer()
                                    .map(answer -> answer.score().overlap())
                                    .orElse(0.0));
        }
    }

    /** What was measured of these methods. */
    static Measured of(SortedSet<Integer> cutoffs, Collection<MethodFigures> methods) {
        boolean answers = methods.stream()
                .flatMap(method -> method.questions().stream())
                .anyMatch(question -> question.answer().isPresent());
        return new Measured(cutoffs, answers);
    }

    /** The values of one measure, by question. */
    double[] values(String measure, List<QuestionResult> questions) {
        ToDoubleFunction<QuestionResult> value = measures.getOrDefault(measure, question -> 0);
        return questions.stream().mapToDouble(value).toArray();
    }

    /** The names. */
    Set<String> names() {
        return measures.keySet();
    }

    /** The mean of each measure over sets of questions, each set counting the same. */
    Map<String, Interval> intervals(List<List<QuestionResult>> sets, Resampling resampling) {
        Map<String, Interval> intervals = new LinkedHashMap<>();
        names().forEach(name -> intervals.put(
                name,
                resampling.mean(sets.stream().map(set -> values(name, set)).toList())));
        return intervals;
    }

    /** The mean of each measure. */
    Map<String, Double> means(List<QuestionResult> questions) {
        Map<String, Double> means = new LinkedHashMap<>();
        measures.forEach((name, value) -> means.put(name, Measures.mean(questions, value)));
        return means;
    }
}

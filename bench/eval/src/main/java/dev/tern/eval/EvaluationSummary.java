package dev.tern.eval;

import dev.tern.eval.measure.Difference;
import dev.tern.eval.measure.Interval;
import dev.tern.eval.measure.Resampling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * A summary of evaluations, in which each set has equal weight.
 *
 * @param sets the evaluations, at least one, all of the same methods
 * @param means the means over the sets, by method and then by measure, in percent
 * @param reference the method to which others are compared
 * @param differences the mean of the reference minus that of the method, by method and then by
 *     measure, in percentage points
 * @param candidates the figures of graph mode's candidates for each budget, in order, and last
 *     without a limit; empty if not measured
 */
public record EvaluationSummary(
        List<EvaluationReport> sets,
        Map<String, Map<String, Interval>> means,
        String reference,
        Map<String, Map<String, Difference>> differences,
        List<CandidateFigures> candidates) {
    public EvaluationSummary {
        sets = List.copyOf(sets);
        means = Collections.unmodifiableMap(new LinkedHashMap<>(means));
        differences = Collections.unmodifiableMap(new LinkedHashMap<>(differences));
        candidates = List.copyOf(candidates);
    }

    /**
     * Returns the summary of one or more evaluations.
     *
     * @param reference the method to compare with; if the first set lacks it, differences are 0
     * @throws IllegalArgumentException if a set was evaluated without a method of the first set
     */
    public static EvaluationSummary of(
            List<EvaluationReport> sets, SortedSet<Integer> cutoffs, String reference, Resampling resampling) {
        Map<String, List<List<QuestionResult>>> results = new LinkedHashMap<>();
        for (String method : sets.getFirst().methods().keySet()) {
            results.put(
                    method,
                    sets.stream().map(set -> set.figures(method).questions()).toList());
        }
        QuestionMeasures measured = new QuestionMeasures(
                cutoffs,
                sets.getFirst().methods().values().stream()
                        .flatMap(figures -> figures.questions().stream())
                        .anyMatch(question -> question.answer().isPresent()));
        Map<String, Map<String, Interval>> means = new LinkedHashMap<>();
        Map<String, Map<String, Difference>> differences = new LinkedHashMap<>();
        results.forEach((method, questions) -> {
            means.put(method, measured.intervals(questions, resampling));
            List<List<QuestionResult>> compared = results.getOrDefault(reference, questions);
            if (!method.equals(reference)) {
                Map<String, Difference> ofMethod = new LinkedHashMap<>();
                measured.names()
                        .forEach(measure -> ofMethod.put(
                                measure,
                                resampling.paired(
                                        values(measured, measure, compared), values(measured, measure, questions))));
                differences.put(method, ofMethod);
            }
        });
        return new EvaluationSummary(sets, means, reference, differences, candidates(sets, resampling));
    }

    private static List<double[]> values(QuestionMeasures measured, String measure, List<List<QuestionResult>> sets) {
        return sets.stream().map(set -> measured.values(measure, set)).toList();
    }

    private static List<CandidateFigures> candidates(List<EvaluationReport> sets, Resampling resampling) {
        List<CandidateFigures> figures = new ArrayList<>();
        for (int i = 0; i < sets.getFirst().candidates().size(); i++) {
            int budget = i;
            figures.add(CandidateFigures.of(
                    sets.getFirst().candidates().get(i).budget(),
                    sets.stream()
                            .map(set -> set.candidates().get(budget).questions())
                            .toList(),
                    resampling));
        }
        return figures;
    }
}

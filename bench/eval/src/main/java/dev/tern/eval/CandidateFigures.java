package dev.tern.eval;

import dev.tern.eval.measure.Interval;
import dev.tern.eval.measure.Measures;
import dev.tern.eval.measure.Resampling;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The candidates shown to graph mode's chat model within a token budget: means over the questions
 * of a set, or over several sets with equal weight.
 *
 * @param budget {@code candidateTokens}; empty for no limit
 * @param lines the number of candidates shown
 * @param tokens estimated tokens of the list in the prompt
 * @param promptTokens estimated tokens of the whole prompt
 * @param coverage the share of gold documents that state a shown candidate, in percent
 * @param allGold the share of questions with all gold documents covered, in percent
 * @param evidence the share of gold documents with evidence for which some evidence is shown, in
 *     percent; evidence is a statement with an answer, or with the title of another gold document
 * @param questions every question, in the order of the sets
 */
public record CandidateFigures(
        OptionalInt budget,
        double lines,
        double tokens,
        double promptTokens,
        Interval coverage,
        Interval allGold,
        Interval evidence,
        List<OfQuestion> questions) {
    public CandidateFigures {
        questions = List.copyOf(questions);
    }

    /**
     * The candidates of one question.
     *
     * @param id the query's id
     * @param lines the number of candidates shown
     * @param tokens estimated tokens of the list
     * @param promptTokens estimated tokens of the whole prompt
     * @param coverage the share of gold documents covered, 0 to 1
     * @param evidence the share of gold documents with evidence for which some evidence is shown, 0
     *     to 1; empty if no gold document has evidence
     */
    public record OfQuestion(
            String id, int lines, int tokens, int promptTokens, double coverage, OptionalDouble evidence) {}

    /** Returns the figures over sets, each with equal weight. */
    static CandidateFigures of(OptionalInt budget, List<List<OfQuestion>> sets, Resampling resampling) {
        List<OfQuestion> all = sets.stream().flatMap(List::stream).toList();
        return new CandidateFigures(
                budget,
                mean(sets, OfQuestion::lines),
                mean(sets, OfQuestion::tokens),
                mean(sets, OfQuestion::promptTokens),
                interval(sets, question -> OptionalDouble.of(100 * question.coverage), resampling),
                interval(sets, question -> OptionalDouble.of(question.coverage == 1 ? 100 : 0), resampling),
                interval(sets, question -> times100(question.evidence), resampling),
                all);
    }

    private static OptionalDouble times100(OptionalDouble share) {
        return share.isPresent() ? OptionalDouble.of(100 * share.getAsDouble()) : share;
    }

    private static double mean(List<List<OfQuestion>> sets, ToDoubleFunction<OfQuestion> figure) {
        return Measures.mean(sets, set -> Measures.mean(set, figure));
    }

    private static Interval interval(
            List<List<OfQuestion>> sets, Function<OfQuestion, OptionalDouble> figure, Resampling resampling) {
        List<double[]> values = sets.stream()
                .map(set -> set.stream()
                        .map(figure)
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .toArray())
                .filter(set -> set.length > 0)
                .toList();
        return values.isEmpty() ? new Interval(0, 0, 0) : resampling.mean(values);
    }
}

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
 * What graph mode shows its chat model within a budget of tokens: means over the questions of a set. What is not shown cannot be
 * chosen.
 *
 * @param budget {@code candidateTokens}; empty where everything was shown
 * @param lines candidates shown
 * @param tokens estimated tokens of the list as it stands in the prompt
 * @param promptTokens estimated tokens of the whole prompt, the instructions included
 * @param coverage the share of the gold documents that a shown candidate is stated by, in percent
 * @param allGold the share of the questions all of whose gold documents are covered, in percent
 * @param evidence of the gold documents with a statement that names the answer or the title of another gold document, the share of
 *     which such a statement is shown, in percent
 * @param questions every question, in the order of the set
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
     * What one question showed.
     *
     * @param id the query's id
     * @param lines candidates shown
     * @param tokens estimated tokens of the list
     * @param promptTokens estimated tokens of the whole prompt
     * @param coverage the share of the gold documents that are covered, 0 to 1
     * @param evidence the share of the documents with evidence of which some is shown, 0 to 1; empty if none has any
     */
    public record OfQuestion(
            String id, int lines, int tokens, int promptTokens, double coverage, OptionalDouble evidence) {}

    /** The figures over sets, each set counting the same. */
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

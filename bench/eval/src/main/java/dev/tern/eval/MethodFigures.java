package dev.tern.eval;

import dev.tern.eval.measure.Interval;
import dev.tern.eval.measure.Measures;
import dev.tern.eval.measure.Resampling;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The figures of one method on one set: means over the questions, with equal weights.
 *
 * @param measures by name, in percent: {@code recall@k}, {@code allGold@k}, {@code mrr} and {@code
 *     ndcg@10}; {@code exactMatch} and {@code f1} if a chat model answered
 * @param times the times of retrieval
 * @param cost the mean cost of a question
 * @param strata the means by property and then by stratum, as in {@link Strata}
 * @param questions every question, in the order of the set
 */
public record MethodFigures(
        Map<String, Interval> measures,
        Times times,
        Cost cost,
        Map<String, Map<String, StratumFigures>> strata,
        List<QuestionResult> questions) {
    public MethodFigures {
        measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
        strata = Collections.unmodifiableMap(new LinkedHashMap<>(strata));
        questions = List.copyOf(questions);
    }

    /** Returns the mean of a measure, in percent; 0 for an unknown measure. */
    public double mean(String measure) {
        Interval interval = measures.get(measure);
        return interval == null ? 0 : interval.value();
    }

    /** Returns the figures of a stratum; without questions and measures if there is none. */
    public StratumFigures stratum(String by, String name) {
        StratumFigures figures = strata.getOrDefault(by, Map.of()).get(name);
        return figures == null ? new StratumFigures(0, Map.of()) : figures;
    }

    /**
     * Wall-clock times of retrieval, including the embedding of the question. Percentiles are by
     * nearest rank: the p-th is the smallest time that at least p percent of the questions do not
     * exceed.
     *
     * @param p50Millis the median, in milliseconds
     * @param p95Millis the 95th percentile, in milliseconds
     * @param p50OwnMillis the median without waits for models, in milliseconds
     * @param p95OwnMillis the 95th percentile without waits for models, in milliseconds
     */
    public record Times(double p50Millis, double p95Millis, double p50OwnMillis, double p95OwnMillis) {
        private static Times of(List<QuestionResult> questions) {
            List<Double> whole = questions.stream().map(QuestionResult::millis).toList();
            List<Double> own = questions.stream()
                    .map(question -> question.millis() - question.modelMillis())
                    .toList();
            return new Times(
                    Measures.percentile(whole, 50),
                    Measures.percentile(whole, 95),
                    Measures.percentile(own, 50),
                    Measures.percentile(own, 95));
        }
    }

    /**
     * The mean cost of a question.
     *
     * @param roundTrips waits for the store; concurrent calls count as one
     * @param modelCalls calls of the embedding model and the chat model
     * @param inputTokens tokens sent to models, if reported
     * @param outputTokens tokens received from chat models, if reported
     * @param paid the cost of chat calls, in the currency of the prices; empty if the cost of any
     *     question is unknown
     */
    public record Cost(
            double roundTrips,
            double storeCalls,
            double modelCalls,
            double inputTokens,
            double outputTokens,
            OptionalDouble paid) {
        private static Cost of(List<QuestionResult> questions) {
            return new Cost(
                    mean(questions, question -> question.cost().roundTrips()),
                    mean(questions, question -> question.cost().storeCalls()),
                    mean(questions, question -> question.cost().modelCalls()),
                    mean(questions, question -> question.cost().inputTokens()),
                    mean(questions, question -> question.cost().outputTokens()),
                    paid(questions));
        }

        private static OptionalDouble paid(List<QuestionResult> questions) {
            boolean known =
                    questions.stream().allMatch(question -> question.paid().isPresent());
            return known
                    ? OptionalDouble.of(mean(
                            questions,
                            question ->
                                    question.paid().orElseThrow().toBigDecimal().doubleValue()))
                    : OptionalDouble.empty();
        }

        private static double mean(List<QuestionResult> questions, ToDoubleFunction<QuestionResult> figure) {
            return Measures.mean(questions, figure);
        }
    }

    /**
     * The figures of a stratum.
     *
     * @param questions the number of its questions
     * @param measures the means by name of the measure, in percent
     */
    public record StratumFigures(int questions, Map<String, Double> measures) {
        public StratumFigures {
            measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
        }
    }

    static MethodFigures of(
            List<QuestionResult> questions, QuestionMeasures measured, Resampling resampling, Strata strata) {
        Map<String, Map<String, StratumFigures>> figures = new LinkedHashMap<>();
        strata.of(questions).forEach((by, some) -> {
            Map<String, StratumFigures> named = new LinkedHashMap<>();
            some.forEach((name, alike) -> named.put(name, new StratumFigures(alike.size(), measured.means(alike))));
            figures.put(by, named);
        });
        return new MethodFigures(
                measured.intervals(List.of(questions), resampling),
                Times.of(questions),
                Cost.of(questions),
                figures,
                questions);
    }
}

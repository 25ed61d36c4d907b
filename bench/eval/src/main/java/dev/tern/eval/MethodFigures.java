package dev.tern.eval;

import dev.tern.eval.measure.Interval;
import dev.tern.eval.measure.Measures;
import dev.tern.eval.measure.Resampling;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The figures of one method on one set: means over the questions, each question counting the same.
 *
 * @param measures by name, in percent: {@code recall@k}, {@code allGold@k}, {@code mrr} and {@code ndcg@10}, and
 *     {@code exactMatch} and {@code f1} where a chat model answered, and {@code correct}, {@code faithful} and {@code supported} where
 *     models judged its answers
 * @param times how long retrieval took
 * @param cost what a question cost
 * @param strata the same measures of questions that are alike, by what they have in common and by stratum, as in {@link Strata}
 * @param agreement how far two judges of the answers agree, if there were two
 * @param questions every question, in the order of the set
 */
public record MethodFigures(
        Map<String, Interval> measures,
        Times times,
        Cost cost,
        Map<String, Map<String, Stratum>> strata,
        Optional<Agreement> agreement,
        List<QuestionResult> questions) {
    public MethodFigures {
        measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
        strata = Collections.unmodifiableMap(new LinkedHashMap<>(strata));
        questions = List.copyOf(questions);
    }

    /** The mean of a measure, in percent; 0 for a measure that there is not. */
    public double mean(String measure) {
        Interval interval = measures.get(measure);
        return interval == null ? 0 : interval.value();
    }

    /** The figures of a stratum; of none, if there are no such questions. */
    public Stratum stratum(String by, String name) {
        Stratum figures = strata.getOrDefault(by, Map.of()).get(name);
        return figures == null ? new Stratum(0, Map.of()) : figures;
    }

    /**
     * Times of retrieval on the clock, the embedding of the question included. Percentiles are by nearest rank: the
     * p-th is the smallest time that at least p percent of the questions did not exceed.
     *
     * @param p50Millis the median, in milliseconds
     * @param p95Millis the 95th percentile, in milliseconds
     * @param p50OwnMillis the median without the waiting for models
     * @param p95OwnMillis the 95th percentile without the waiting for models
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
     * What a question cost.
     *
     * @param roundTrips waits for the store; calls that are under way at the same time are one
     * @param storeCalls calls of the store
     * @param modelCalls calls of the embedding model and the chat model
     * @param inputTokens tokens sent to models, where they say so
     * @param outputTokens tokens received from chat models, where they say so
     * @param paid what the calls of chat models cost, in the currency of the prices; empty where one of the models has no price
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
     * The figures of questions that are alike.
     *
     * @param questions how many there are
     * @param measures the means by name, in percent
     */
    public record Stratum(int questions, Map<String, Double> measures) {
        public Stratum {
            measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
        }
    }

    static MethodFigures of(
            List<QuestionResult> questions, QuestionMeasures measured, Resampling resampling, Strata strata) {
        Map<String, Map<String, Stratum>> figures = new LinkedHashMap<>();
        strata.of(questions).forEach((by, some) -> {
            Map<String, Stratum> named = new LinkedHashMap<>();
            some.forEach((name, alike) -> named.put(name, new Stratum(alike.size(), measured.means(alike))));
            figures.put(by, named);
        });
        return new MethodFigures(
                measured.intervals(List.of(questions), resampling),
                Times.of(questions),
                Cost.of(questions),
                figures,
                Agreement.of(questions),
                questions);
    }
}

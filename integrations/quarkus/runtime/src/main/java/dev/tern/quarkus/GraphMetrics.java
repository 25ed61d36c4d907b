package dev.tern.quarkus;

import dev.tern.GraphRag;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.trace.Trace;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;

/**
 * Measures queries with Micrometer: the timer {@value #QUERY} for each query, with its kind, mode
 * and outcome, and, unless the query fails, {@value #STEP} for each of its steps. No tag contains
 * text of questions or passages. Thread-safe.
 */
@Singleton
public class GraphMetrics {
    /** The name of a query's timer. */
    public static final String QUERY = "tern.query";

    /** The name of a step's timer. */
    public static final String STEP = "tern.query.step";

    private final MeterRegistry registry;

    GraphMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Retrieves like {@link GraphRag#retrieve(Question)}, and measures it. */
    public Retrieval retrieve(GraphRag rag, Question question) {
        return measured(question, "retrieve", rag::retrieve, Retrieval::trace);
    }

    /** Asks like {@link GraphRag#ask(Question)}, and measures it. */
    public Answer ask(GraphRag rag, Question question) {
        return measured(question, "ask", rag::ask, Answer::trace);
    }

    private <T> T measured(Question question, String kind, Function<Question, T> query, Function<T, Trace> traceOf) {
        Timer.Sample begun = Timer.start(registry);
        String outcome = "failure";
        try {
            T result = query.apply(question);
            outcome = "success";
            for (Trace.Step step : traceOf.apply(result).steps()) {
                registry.timer(STEP, "tern.step", step.name())
                        .record(Duration.ofNanos(Math.round(step.cost().millis() * 1_000_000)));
            }
            return result;
        } finally {
            begun.stop(registry.timer(
                    QUERY,
                    "tern.kind",
                    kind,
                    "tern.mode",
                    question.mode().name().toLowerCase(Locale.ROOT),
                    "outcome",
                    outcome));
        }
    }
}

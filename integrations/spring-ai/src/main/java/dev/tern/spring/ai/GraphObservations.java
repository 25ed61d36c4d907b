package dev.tern.spring.ai;

import dev.tern.GraphRag;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.trace.Trace;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Observes queries with Micrometer: {@value #QUERY} for each query, with its kind ({@code
 * tern.kind}), mode ({@code tern.mode}) and, unless it fails, counts ({@code tern.passages}, {@code
 * tern.round_trips}, {@code tern.model_calls}); and within it {@value #STEP} for each step, with
 * its name ({@code tern.step}). No key contains text of questions or passages. Thread-safe.
 */
public final class GraphObservations {
    /** The name of a query's observation. */
    public static final String QUERY = "tern.query";

    /** The name of a step's observation. */
    public static final String STEP = "tern.query.step";

    private final ObservationRegistry registry;

    private GraphObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** Returns observations that are recorded in a registry. */
    public static GraphObservations of(ObservationRegistry registry) {
        return new GraphObservations(registry);
    }

    /** Retrieves like {@link GraphRag#retrieve(Question)}, in an observation. */
    public Retrieval retrieve(GraphRag rag, Question question) {
        return observed(question, "retrieve", rag::retrieve, Retrieval::trace);
    }

    /** Asks like {@link GraphRag#ask(Question)}, in an observation. */
    public Answer ask(GraphRag rag, Question question) {
        return observed(question, "ask", rag::ask, Answer::trace);
    }

    private <T> T observed(Question question, String kind, Function<Question, T> query, Function<T, Trace> traceOf) {
        Observation observation = Observation.createNotStarted(QUERY, registry)
                .contextualName("tern " + kind)
                .lowCardinalityKeyValue("tern.kind", kind)
                .lowCardinalityKeyValue("tern.mode", question.mode().name().toLowerCase(Locale.ROOT));
        return observation.observe(() -> {
            StepObservations steps = new StepObservations(observation, registry);
            try {
                T result = query.apply(question.withListener(steps.andThen(question.listener())));
                Trace trace = traceOf.apply(result);
                observation.highCardinalityKeyValue(number("tern.passages", passages(trace)));
                observation.highCardinalityKeyValue(
                        number("tern.round_trips", trace.total().roundTrips()));
                observation.highCardinalityKeyValue(
                        number("tern.model_calls", trace.total().modelCalls()));
                return result;
            } catch (RuntimeException e) {
                steps.failed(e);
                throw e;
            }
        });
    }

    private static int passages(Trace trace) {
        return trace.steps().stream()
                .filter(step -> step.name().equals("collect"))
                .mapToInt(Trace.Step::outCount)
                .sum();
    }

    private static KeyValue number(String key, int value) {
        return KeyValue.of(key, Integer.toString(value));
    }

    /** Observes the steps of a query. Not thread-safe. */
    private static final class StepObservations implements QueryListener {
        private final Observation query;
        private final ObservationRegistry registry;
        private @Nullable Observation running;

        StepObservations(Observation query, ObservationRegistry registry) {
            this.query = query;
            this.registry = registry;
        }

        @Override
        public void stepStarted(String name) {
            running = Observation.createNotStarted(STEP, registry)
                    .parentObservation(query)
                    .contextualName("tern " + name)
                    .lowCardinalityKeyValue("tern.step", name)
                    .start();
        }

        @Override
        public void stepEnded(Trace.Step step) {
            stop();
        }

        void failed(RuntimeException failure) {
            if (running != null) {
                running.error(failure);
            }
            stop();
        }

        private void stop() {
            if (running != null) {
                running.stop();
                running = null;
            }
        }
    }
}

package dev.tern.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.model.Call;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.Bridges;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphObservationsTest {
    private static final Question QUESTION = Question.of(Bridges.QUESTION, Mode.LOCAL);

    private final List<Observation.Context> stopped = new ArrayList<>();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final GraphObservations observations = GraphObservations.of(registry);

    GraphObservationsTest() {
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }

    @Test
    void queryAndItsStepsAreObserved() {
        observations.retrieve(Bridges.built(), QUESTION);

        assertThat(stopped)
                .extracting(Observation.Context::getName)
                .endsWith("tern.query")
                .contains("tern.query.step");
        assertThat(stopped.subList(0, stopped.size() - 1))
                .extracting(context -> value(context, "tern.step"))
                .containsExactly("recognise", "seed", "expand", "rank", "collect");
        Observation.Context query = stopped.getLast();
        assertThat(value(query, "tern.mode")).isEqualTo("local");
        assertThat(value(query, "tern.kind")).isEqualTo("retrieve");
        assertThat(value(query, "tern.round_trips")).isNotEqualTo("0");
    }

    @Test
    void askingIsObservedWithItsAnswer() {
        assertThat(observations.ask(Bridges.built(), QUESTION).text()).contains("Lena Marr");

        assertThat(value(stopped.getLast(), "tern.kind")).isEqualTo("ask");
        assertThat(value(stopped.get(stopped.size() - 2), "tern.step")).isEqualTo("answer");
    }

    @Test
    void listenerOfTheQuestionHearsAllOfIt() {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        observations.ask(Bridges.built(), QUESTION.withListener(new QueryListener() {
            @Override
            public void stepStarted(String name) {
                heard.add("begun");
            }

            @Override
            public void stepEnded(Trace.Step step) {
                heard.add("ended");
            }

            @Override
            public void answerPart(String part) {
                heard.add("words");
            }

            @Override
            public void callStarting(Call.Kind kind, String name) {
                heard.add("calling");
            }

            @Override
            public void callEnded(Call call) {
                heard.add("called");
            }

            @Override
            public void queryEnded(Trace.Cost spent) {
                heard.add("over");
            }
        }));

        assertThat(heard)
                .contains("begun", "ended", "words", "calling", "called")
                .endsWith("over");
    }

    @Test
    void noKeyHoldsWordsOfTheQuestionOrOfPassages() {
        observations.ask(Bridges.built(), QUESTION);

        assertThat(stopped.stream()
                        .flatMap(context -> context.getAllKeyValues().stream())
                        .map(KeyValue::getValue))
                .isNotEmpty()
                .noneMatch(value -> value.contains("Marr") || value.contains("bridge"));
    }

    @Test
    void failureIsNotedOnTheStepAndOnTheQuery() {
        GraphRag broken = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(new EmbeddingModel() {
                    @Override
                    public Response<List<dev.langchain4j.data.embedding.Embedding>> embedAll(
                            List<TextSegment> segments) {
                        throw new IllegalStateException("no connection");
                    }

                    @Override
                    public String modelName() {
                        return "broken";
                    }
                })
                .build();

        assertThatThrownBy(() -> observations.retrieve(broken, QUESTION)).isInstanceOf(TernException.class);
        assertThat(stopped).filteredOn(context -> context.getError() != null).hasSize(2);
        assertThat(value(stopped.getFirst(), "tern.step")).isNotEmpty();
    }

    private static String value(Observation.Context context, String key) {
        return context.getAllKeyValues().stream()
                .filter(pair -> pair.getKey().equals(key))
                .map(KeyValue::getValue)
                .findFirst()
                .orElse("");
    }
}

package dev.tern.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.chat.request.ChatRequest;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query waits for the store at most 2 · degree + 4 times, in any graph. */
class RoundTripsTest {
    private static final long SEED = 7;
    /** The calls of the search's rounds, beside one call a hop. */
    private static final int MAX_CALLS_BESIDE_HOPS = 2 + 4 + 2 + 3 + 1;

    private static final List<String> QUESTIONS = List.of(
            "What does Name 3 know about Name 8?",
            "Who met Someone Unknown in Nowhere?",
            "Who is Title 5?",
            "what is it all about",
            "?",
            "Who lives in Hubville?");

    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(32);
    private final RecordingStore store = new RecordingStore(new InMemoryGraphStore());

    private void add(List<SourceDocument> documents) {
        new Ingestion(store, embeddings, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);
        store.forget();
    }

    /** Returns statements between random names, with titles that other texts name. */
    private static List<SourceDocument> random(int documents, int names) {
        Random random = new Random(SEED);
        List<SourceDocument> all = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            List<Statement> statements = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (int s = 0; s < 4; s++) {
                Statement statement = Statement.of(
                        "Name " + random.nextInt(names),
                        "knows of " + random.nextInt(9),
                        "Name " + random.nextInt(names));
                statements.add(statement);
                text.append(statement.text()).append(". ");
            }
            text.append("See Title ").append(random.nextInt(documents)).append('.');
            all.add(SourceDocument.of("d" + i, text.toString())
                    .withTitle("Title " + i)
                    .withStatements(statements));
        }
        return all;
    }

    /** Returns a town in which everybody lives, and a sentence on every page. */
    private static List<SourceDocument> hub(int documents) {
        List<SourceDocument> all = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            all.add(SourceDocument.of("h" + i, "Name " + i + " lives in Hubville.")
                    .withStatements(List.of(
                            Statement.of("Name " + i, "lives in", "Hubville"),
                            Statement.of("Name " + i, "knows", "Name " + (i + 1)),
                            Statement.of("Hubville", "reserves", "all rights"))));
        }
        return all;
    }

    /** Returns no names for some questions, which the offline recogniser takes over. */
    private static String names(ChatRequest request) {
        return ScriptedChatModel.user(request).contains("Name")
                ? "{\"names\": [\"Name 3\", \"Nobody At All\"]}"
                : "{\"names\": []}";
    }

    private void forEveryQuestion(Mode mode, Parameters parameters, Consumer<Trace> check) {
        ScriptedChatModel chat = ScriptedChatModel.answering(request ->
                ScriptedChatModel.system(request).contains("useful_relationships") ? "[2, 1, 3]" : names(request));
        Queries querying = new Queries(store, embeddings, chat);
        for (String text : QUESTIONS) {
            store.forget();
            Trace trace = querying.retrieve(Question.of(text, mode).withParameters(parameters))
                    .trace();
            assertThat(trace.total().storeCalls())
                    .as(text)
                    .isEqualTo(store.calls().size());
            check.accept(trace);
        }
    }

    private void assertBounded(Parameters parameters) {
        int degree = parameters.get(Parameter.DEGREE);
        for (Mode mode : List.of(Mode.LOCAL, Mode.GRAPH)) {
            forEveryQuestion(mode, parameters, trace -> {
                assertThat(trace.total().roundTrips())
                        .as("%s at degree %d, seed %d", mode, degree, SEED)
                        .isLessThanOrEqualTo(2 * degree + 4)
                        .isLessThanOrEqualTo(degree == 0 ? 4 : degree + 5);
                assertThat(trace.total().storeCalls()).isLessThanOrEqualTo(degree + MAX_CALLS_BESIDE_HOPS);
            });
        }
        forEveryQuestion(Mode.NAIVE, parameters, trace -> {
            assertThat(trace.total().roundTrips()).isEqualTo(1);
            assertThat(trace.total().storeCalls()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void are_bounded_on_a_random_graph(int degree) {
        add(random(150, 60));

        assertBounded(Parameters.of(Parameter.DEGREE, degree));
        assertBounded(Parameters.of(Parameter.DEGREE, degree)
                .with(Parameter.RECOGNITION, NameRecognition.MODEL)
                .with(Parameter.FRONTIER_LIMIT, 5)
                .with(Parameter.RELATION_LIMIT, 20)
                .with(Parameter.FINAL_TOP_K, 200));
        assertBounded(Parameters.of(Parameter.DEGREE, degree).with(Parameter.MIN_RELATION_SIMILARITY, 1.0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void are_bounded_around_a_hub(int degree) {
        add(hub(1100));

        assertBounded(Parameters.of(Parameter.DEGREE, degree));
    }

    @Test
    void are_bounded_where_there_is_nothing_to_walk() {
        assertBounded(Parameters.DEFAULT);
        add(List.of(SourceDocument.of("a", "Name 3 met somebody."), SourceDocument.of("b", "Nothing.")));
        assertBounded(Parameters.DEFAULT);
    }

    @Test
    void are_as_many_in_a_graph_of_any_size() {
        add(random(20, 20));
        List<Integer> small = waits();
        add(random(1_000, 400));

        assertThat(waits()).isEqualTo(small);
    }

    private List<Integer> waits() {
        List<Integer> waits = new ArrayList<>();
        Question question = Question.of(QUESTIONS.getFirst(), Mode.LOCAL);
        new Queries(store, embeddings, null)
                .retrieve(question)
                .trace()
                .steps()
                .forEach(step -> waits.add(step.cost().roundTrips()));
        assertThat(waits).containsExactly(1, 1, 2, 2, 0);
        return waits;
    }

    @Test
    void every_look_up_of_a_query_goes_through_one_view_which_is_closed() {
        add(random(40, 20));
        for (Mode mode : List.of(Mode.NAIVE, Mode.GRAPH, Mode.LOCAL)) {
            forEveryQuestion(mode, Parameters.DEFAULT, trace -> {
                assertThat(store.views()).as("%s", mode).startsWith("opened").endsWith("closed");
                assertThat(store.views().stream().filter("read"::equals))
                        .as("%s", mode)
                        .hasSameSizeAs(store.calls());
                assertThat(store.views())
                        .as("%s", mode)
                        .hasSize(2 + store.calls().size());
            });
        }
    }

    @Test
    void a_query_that_fails_closes_its_view_too() {
        add(random(10, 10));
        QueryListener failing = new QueryListener() {
            @Override
            public void stepEnded(Trace.Step step) {
                throw new IllegalStateException("stop");
            }
        };

        assertThatThrownBy(() -> new Queries(store, embeddings, null)
                        .retrieve(Question.of(QUESTIONS.getFirst(), Mode.LOCAL).withListener(failing)))
                .hasMessage("stop");

        assertThat(store.views()).startsWith("opened").endsWith("closed").containsOnlyOnce("opened", "closed");
    }
}

package dev.tern.offline.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.model.ChatTask;
import dev.tern.model.StreamedChatModel;
import dev.tern.query.Answer;
import dev.tern.query.Queries;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.ScriptedChatModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of a whole query, in place of a chat model that is missing or fails. */
class QuotesForModelTest {
    private static final String QUESTION = "Which bridge did Emil Marr's daughter build?";
    private static final String BREAD = "Which bread does Piet Moll bake?";
    private static final SourceDocument BAKER = SourceDocument.of(
                    "baker", "Piet Moll bakes bread from rye. He lives in Ham.")
            .withStatements(List.of(
                    Statement.of("Piet Moll", "bakes bread from", "rye"),
                    Statement.of("Piet Moll", "lives in", "Ham")));

    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(256);

    /** Adds four people and a bridge, on a path from Falk over Marr to Lena Marr. */
    private void addFamily() {
        List<SourceDocument> documents = List.of(
                document("falk", "Otto Falk", "Otto Falk was a surveyor. His mentor was Emil Marr.")
                        .withStatements(List.of(Statement.of("Otto Falk", "had the mentor", "Emil Marr"))),
                document("marr", "Emil Marr", "Emil Marr taught surveying. He wrote two books.")
                        .withStatements(List.of(
                                Statement.of("Emil Marr", "taught", "surveying"),
                                Statement.of("Emil Marr", "wrote", "two books"))),
                document("lena", "Lena Marr", "Lena Marr was the daughter of Emil Marr. She built the Vale bridge.")
                        .withStatements(List.of(
                                Statement.of("Lena Marr", "was the daughter of", "Emil Marr"),
                                Statement.of("Lena Marr", "built", "the Vale bridge"))),
                document("weather", "Rain", "It rains often in the valley.")
                        .withStatements(List.of(Statement.of("rain", "falls in", "the valley"))));
        new Ingestion(store, embeddings, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);
    }

    private static SourceDocument document(String id, String title, String text) {
        return SourceDocument.of(id, text).withTitle(title);
    }

    private Queries querying(@Nullable ChatModel chat) {
        return new Queries(store, embeddings, chat);
    }

    private GraphRag.Builder bakery() {
        GraphRag.Builder builder = GraphRag.builder().store(store).embeddingModel(embeddings);
        builder.build().add(BAKER);
        return builder;
    }

    @Test
    void withoutAChatModelTheAnswerQuotes() {
        Answer answer = bakery().build().ask(BREAD);

        assertThat(answer.trace().mode()).isEqualTo(Mode.LOCAL);
        assertThat(answer.kind()).isEqualTo(Answer.Kind.EXTRACTIVE);
        assertThat(answer.text()).contains("Piet Moll bakes bread from rye.");
    }

    @Test
    void graphModeWithoutAModelForAnswersQuotes() {
        ScriptedChatModel reranking = ScriptedChatModel.answering(
                request -> "{\"useful_relationships\": [1], \"thought_process\": \"bread\"}");

        for (GraphRag rag : List.of(
                bakery().chatModel(ChatTask.RERANK, reranking).build(),
                bakery().chatModel(reranking).chatModel(ChatTask.ANSWER, null).build())) {
            Answer answer = rag.ask(BREAD);
            assertThat(answer.trace().mode()).isEqualTo(Mode.GRAPH);
            assertThat(answer.kind()).isEqualTo(Answer.Kind.EXTRACTIVE);
            assertThat(answer.text()).contains("Piet Moll bakes bread from rye.");
        }
        assertThat(reranking.requests()).hasSize(2);
    }

    @Test
    void a_failing_chat_model_leaves_the_local_order_and_its_quotes_and_is_asked_once() {
        addFamily();
        ScriptedChatModel chat = ScriptedChatModel.failing(new IllegalStateException("quota exceeded"));
        List<String> told = new ArrayList<>();
        QueryListener listener = new QueryListener() {
            @Override
            public String failed(TernException failure, String sentence) {
                told.add(sentence);
                return "429";
            }
        };

        Answer answer = querying(chat).ask(Question.of(QUESTION, Mode.GRAPH).withListener(listener));

        Answer quoted = querying(null).ask(Question.of(QUESTION, Mode.LOCAL));
        assertThat(answer.text()).isEqualTo(quoted.text());
        assertThat(answer.kind()).isEqualTo(Answer.Kind.EXTRACTIVE);
        assertThat(answer.passages()).isEqualTo(quoted.passages());
        assertThat(told).containsExactly("the chat model failed: quota exceeded");
        assertThat(chat.requests()).hasSize(1);
        assertThat(answer.trace().steps())
                .flatExtracting(Trace.Step::remarks)
                .containsExactly(
                        "the chat model failed, so the local order is used: 429",
                        "the chat model failed, so the passages are quoted: 429");
    }

    @Test
    void what_was_written_before_an_answer_broke_off_is_kept_as_far_as_passages_hold_it() {
        addFamily();
        String quotes = querying(null).ask(Question.of(QUESTION, Mode.LOCAL)).text();

        Answer held = querying(brokenOff("She built the Vale bridge [1]. She")).ask(Question.of(QUESTION, Mode.LOCAL));
        Answer foreign = querying(brokenOff("Ulaanbaatar, the capital of Mongolia, lies on the river Tuul."))
                .ask(Question.of(QUESTION, Mode.LOCAL));

        assertThat(held.text()).isEqualTo("She built the Vale bridge [1]. She\n\n" + quotes);
        assertThat(held.kind()).isEqualTo(Answer.Kind.EXTRACTIVE);
        assertThat(foreign.text()).isEqualTo(quotes);
    }

    @Test
    void an_extractive_answer_quotes_the_sentence_that_answers_and_the_one_that_names_whom() {
        addFamily();

        Answer answer = querying(null)
                .ask(Question.of("Who had the mentor Emil Marr?", Mode.LOCAL)
                        .withParameters(Parameters.of(Parameter.FINAL_TOP_K, 1)));

        assertThat(answer.kind()).isEqualTo(Answer.Kind.EXTRACTIVE);
        assertThat(answer.text()).isEqualTo("“Otto Falk was a surveyor. His mentor was Emil Marr.” [1]");
    }

    /** Returns a model that fails in the middle of an answer. */
    private static ChatModel brokenOff(String words) {
        return new StreamedChatModel() {
            @Override
            public ChatResponse chat(ChatRequest request, Consumer<String> heard) {
                heard.accept(words);
                throw TernException.model("broke off in the middle of its answer");
            }
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void passagesAreQuotedIfAModelIsInterruptedInTime(boolean beforeItsReply) {
        GraphRag rag = bakery().chatModel(new SleepingChatModel(beforeItsReply)).build();

        Answer answer = rag.ask(Question.of(BREAD, Mode.GRAPH)
                .withParameters(Parameters.of(Parameter.RECOGNITION, NameRecognition.MODEL))
                .withTimeLimit(Duration.ofSeconds(3)));

        assertThat(answer.kind()).isEqualTo(Answer.Kind.EXTRACTIVE);
        assertThat(answer.text()).contains("“Piet Moll bakes bread from rye.");
        assertThat(answer.trace().steps().stream().flatMap(each -> each.remarks().stream()))
                .contains("the chat model failed, so the passages are quoted: the time for the chat model ended 2400 ms"
                        + " after the question, whose time limit is 3000 ms");
    }

    /** A model that sleeps until it is interrupted: before its first reply, or within its answer. */
    private record SleepingChatModel(boolean beforeItsReply) implements StreamedChatModel {
        private static final ScriptedChatModel SCRIPT = ScriptedChatModel.answering(request ->
                "{\"names\": [\"Piet Moll\"], \"thought_process\": \"\", \"useful_relationships\": [\"[1]\"]}");

        @Override
        public ChatResponse chat(ChatRequest request) {
            if (beforeItsReply) {
                sleep();
            }
            return SCRIPT.chat(request);
        }

        @Override
        public ChatResponse chat(ChatRequest request, Consumer<String> words) {
            words.accept("Rye ");
            throw sleep();
        }

        private static CancellationException sleep() {
            try {
                Thread.sleep(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                throw new CancellationException("interrupted");
            }
            return new CancellationException("nobody interrupts");
        }
    }
}

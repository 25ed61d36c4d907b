package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.model.Call;
import dev.tern.model.ChatTask;
import dev.tern.model.TaskModels;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each task of a question uses its own chat model, and no other. */
class ChatTaskTest {
    private static final String QUESTION = "Which bread does Piet Moll bake?";
    private static final Parameters EVERYTHING = Parameters.DEFAULT.with(Parameter.RECOGNITION, NameRecognition.MODEL);

    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private final ScriptedChatModel usual = ScriptedChatModel.answering(request -> "Rye, by the usual model [1].");
    private final ScriptedChatModel recognising = ScriptedChatModel.answering(request ->
            request.responseFormat() == null ? "Which bread does Piet Moll bake?" : "{\"names\": [\"Piet Moll\"]}");
    private final ScriptedChatModel reranking =
            ScriptedChatModel.answering(request -> "{\"useful_relationships\": [1], \"thought_process\": \"bread\"}");
    private final ScriptedChatModel answering = ScriptedChatModel.answering(request -> "Rye bread [1].");

    @BeforeEach
    void add() {
        builder()
                .build()
                .add(SourceDocument.of("baker", "Piet Moll bakes bread from rye. He lives in Ham.")
                        .withStatements(List.of(
                                Statement.of("Piet Moll", "bakes bread from", "rye"),
                                Statement.of("Piet Moll", "lives in", "Ham"))));
    }

    private GraphRag.Builder builder() {
        return GraphRag.builder().store(store).embeddingModel(new HashingEmbeddingModel(64));
    }

    private GraphRag.Builder all() {
        return builder()
                .chatModel(ChatTask.RECOGNISE, recognising)
                .chatModel(ChatTask.RERANK, reranking)
                .chatModel(ChatTask.ANSWER, answering);
    }

    private static Question asked(Parameters parameters) {
        return Question.of(QUESTION, Mode.GRAPH).withParameters(parameters);
    }

    @Test
    void eachTaskIsAskedOfItsOwnModelAndSaysSo() {
        List<Call> calls = new ArrayList<>();
        Question question = asked(EVERYTHING).withListener(new QueryListener() {
            @Override
            public void callEnded(Call call) {
                if (call.kind() == Call.Kind.MODEL) {
                    calls.add(call);
                }
            }
        });
        Answer answer = all().chatModel(usual).build().ask(question);
        assertThat(answer.text()).isEqualTo("Rye bread [1].");
        assertThat(List.of(recognising, reranking, answering))
                .allSatisfy(model -> assertThat(model.requests()).hasSize(1));
        assertThat(usual.requests()).isEmpty();
        assertThat(calls)
                .filteredOn(call -> call.name().equals("chat"))
                .extracting(Call::task)
                .containsExactly(
                        Optional.of(ChatTask.RECOGNISE), Optional.of(ChatTask.RERANK), Optional.of(ChatTask.ANSWER));
        assertThat(calls)
                .filteredOn(call -> call.name().equals("embed"))
                .extracting(Call::task)
                .containsOnly(Optional.empty());
    }

    @Test
    void taskWithoutAModelOfItsOwnAsksTheUsualOneInWhateverOrderTheyAreSet() {
        Answer answer = builder()
                .chatModel(ChatTask.RERANK, reranking)
                .chatModel(usual)
                .build()
                .ask(asked(Parameters.DEFAULT));
        assertThat(answer.text()).isEqualTo("Rye, by the usual model [1].");
        assertThat(answer.kind()).isEqualTo(Answer.Kind.GENERATED);
        assertThat(usual.requests()).hasSize(1);
    }

    @Test
    void modelThatReranksAloneGivesGraphMode() {
        GraphRag rag = builder().chatModel(ChatTask.RERANK, reranking).build();
        Retrieval retrieval = rag.retrieve(QUESTION);
        assertThat(QuestionMapping.modes(rag)).containsExactly(Mode.NAIVE, Mode.LOCAL, Mode.GRAPH);
        assertThat(retrieval.trace().mode()).isEqualTo(Mode.GRAPH);
        assertThat(reranking.requests()).hasSize(1);
    }

    @Test
    void modelThatAnswersAloneAnswersInLocalMode() {
        GraphRag rag = builder().chatModel(ChatTask.ANSWER, answering).build();
        Answer answer = rag.ask(QUESTION);
        assertThat(QuestionMapping.modes(rag)).containsExactly(Mode.NAIVE, Mode.LOCAL);
        assertThat(answer.trace().mode()).isEqualTo(Mode.LOCAL);
        assertThat(answer.kind()).isEqualTo(Answer.Kind.GENERATED);
    }

    @Test
    void noneForATaskDoesNotFallBack() {
        GraphRag rag =
                builder().chatModel(reranking).chatModel(ChatTask.ANSWER, null).build();
        assertThatThrownBy(() -> rag.ask(QUESTION)).hasMessageStartingWith("answering without a chat model needs");
        assertThat(reranking.requests()).hasSize(1);
    }

    @Test
    void followUpQuestionIsWrittenByTheModelThatRecognises() {
        Question written = Conversation.standaloneQuestion(
                all().build(),
                Question.of("And his bread?", Mode.LOCAL),
                List.of(new Turn("Who is Piet Moll?", "A baker.")));
        assertThat(written.text()).isEqualTo("Which bread does Piet Moll bake?");
        assertThat(recognising.requests()).hasSize(1);
    }

    @Test
    void followUpQuestionOfGraphModeIsWrittenWithoutTheModelThatChooses() {
        Question written = Conversation.standaloneQuestion(
                builder().chatModel(ChatTask.RECOGNISE, recognising).build(),
                Question.of("And his bread?", Mode.GRAPH),
                List.of(new Turn("Who is Piet Moll?", "A baker.")));
        assertThat(written.text()).isEqualTo("Which bread does Piet Moll bake?");
        assertThat(written.mode()).isEqualTo(Mode.GRAPH);
    }

    @Test
    void stepThatIsAskedForAndHasNoModelIsRefusedWithAWayOut() {
        GraphRag rag = builder().chatModel(ChatTask.RERANK, reranking).build();
        assertThatThrownBy(() -> rag.ask(asked(Parameters.DEFAULT.with(Parameter.RECOGNITION, NameRecognition.MODEL))))
                .hasMessage("recognition by a model needs a chat model for the task recognise and none is set; set one,"
                        + " or set recognition to offline");
        assertThat(reranking.requests()).isEmpty();
    }

    @Test
    void modelOfATaskIsAskedAtItsOwnTemperature() {
        List<Double> heard = new ArrayList<>();
        ChatModel warm = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                heard.add(request.temperature());
                return answering.doChat(request);
            }

            @Override
            public ChatRequestParameters defaultRequestParameters() {
                return ChatRequestParameters.builder().temperature(0.7).build();
            }
        };
        builder().chatModel(ChatTask.ANSWER, warm).build().ask(QUESTION);
        builder().chatModel(warm).chatModel(ChatTask.RERANK, null).build().ask(QUESTION);
        assertThat(heard).containsExactly(0.7, 0.0);
    }

    @Test
    void graphRemembersThatItsModelTakesNoTemperature() {
        ScriptedChatModel thinking = ScriptedChatModel.answering(request -> {
            if (request.temperature() != null) {
                throw new IllegalStateException("HTTP 400 - 'temperature' is not supported with this model.");
            }
            return "Rye.";
        });
        GraphRag rag = builder().chatModel(ChatTask.ANSWER, thinking).build();
        rag.ask(QUESTION);
        rag.ask(QUESTION);
        assertThat(thinking.requests()).extracting(ChatRequest::temperature).containsExactly(0.0, null, null);
    }

    @Test
    void modelsAreWrappedTaskByTask() {
        TaskModels models = TaskModels.of(usual).with(ChatTask.RECOGNISE, null);
        List<ChatTask> wrapped = new ArrayList<>();
        TaskModels made = models.mapEach((task, model) -> {
            wrapped.add(task);
            return answering;
        });
        assertThat(wrapped).containsExactly(ChatTask.EXTRACT, ChatTask.RERANK, ChatTask.ANSWER);
        assertThat(made.find(ChatTask.ANSWER)).contains(answering);
        assertThat(made.has(ChatTask.RECOGNISE)).isFalse();
        assertThat(ChatTask.of("Rerank")).contains(ChatTask.RERANK);
        assertThat(ChatTask.of("jury")).isEmpty();
        assertThat(ChatTask.names()).isEqualTo("extract, recognise, rerank, answer");
    }
}

package dev.tern.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.testing.ScriptedChatModel;
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChatTest {
    private static final JsonSchema SCHEMA = JsonSchema.builder()
            .name("names")
            .rootElement(JsonObjectSchema.builder().addStringProperty("name").build())
            .build();

    private final Meter meter = new Meter();

    @Test
    void theModelIsToldItsTaskTheQuestionAndTheTemperature() {
        ScriptedChatModel model = ScriptedChatModel.saying("Johann Bernoulli");

        assertThat(new Chat(model, ChatTask.ANSWER, 0.5, meter).text("Be brief.", "Who taught Euler?"))
                .isEqualTo("Johann Bernoulli");
        ChatRequest request = model.requests().getFirst();
        assertThat(ScriptedChatModel.system(request)).isEqualTo("Be brief.");
        assertThat(ScriptedChatModel.user(request)).isEqualTo("Who taught Euler?");
        assertThat(request.temperature()).isEqualTo(0.5);
        assertThat(request.responseFormat()).isNull();
    }

    @Test
    void jsonIsAskedForByItsSchemaWhereTheProviderKnowsSchemas() {
        ScriptedChatModel model = ScriptedChatModel.saying("{}");
        new Chat(model, ChatTask.ANSWER, 0, meter).json("system", "user", SCHEMA);

        ResponseFormat format = model.requests().getFirst().responseFormat();
        assertThat(format.type()).isEqualTo(ResponseFormatType.JSON);
        assertThat(format.jsonSchema()).isEqualTo(SCHEMA);
    }

    @Test
    void jsonIsAskedForInJsonModeElsewhere() {
        ScriptedChatModel model = ScriptedChatModel.saying("{}").withoutSchemas();
        new Chat(model, ChatTask.ANSWER, 0, meter).json("system", "user", SCHEMA);

        assertThat(model.requests().getFirst().responseFormat()).isEqualTo(ResponseFormat.JSON);
    }

    @Test
    void callsAndTokensAreCounted() {
        Chat chat = new Chat(ScriptedChatModel.saying("a", "b"), ChatTask.ANSWER, 0, meter);
        chat.text("system", "user");
        chat.json("system", "user", SCHEMA);

        assertThat(meter.modelCalls()).isEqualTo(2);
        assertThat(meter.inputTokens()).isEqualTo(2 * ScriptedChatModel.INPUT_TOKENS);
        assertThat(meter.outputTokens()).isEqualTo(2 * ScriptedChatModel.OUTPUT_TOKENS);
        assertThat(meter.modelNanos()).isPositive();
    }

    @Test
    void aModelThatSaysNothingAndCountsNothingHasAnEmptyReply() {
        ChatModel silent = replying(AiMessage.builder().build(), null);
        ChatModel countless = replying(AiMessage.from("x"), new TokenUsage(null, null, null));

        assertThat(new Chat(silent, ChatTask.ANSWER, 0, meter).text("system", "user"))
                .isEmpty();
        assertThat(new Chat(countless, ChatTask.ANSWER, 0, meter).text("system", "user"))
                .isEqualTo("x");
        assertThat(meter.modelCalls()).isEqualTo(2);
        assertThat(meter.inputTokens() + meter.outputTokens()).isZero();
    }

    @Test
    void aFailureOfTheModelSaysWhatFailed() {
        requireFault(new IllegalStateException("503 overloaded"), "the chat model failed: 503 overloaded");
        requireFault(new UnsupportedOperationException(), "the chat model failed: UnsupportedOperationException");
    }

    @Test
    void anInterruptedCallIsNotTheModelsFault() {
        ChatModel interrupted = ScriptedChatModel.failing(new CancellationException("interrupted while waiting"));
        assertThatThrownBy(() -> new Chat(interrupted, ChatTask.ANSWER, 0, meter).text("system", "user"))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage("a call of the chat model was interrupted");
    }

    @Test
    void aCallThatIsLeftBeforeItsFirstWordCountsWhatWasSent() {
        RuntimeException late =
                TernException.model("no answer", new IOException(new HttpTimeoutException("within 60000 ms")));
        for (RuntimeException failure : List.of(new CancellationException("interrupted while waiting"), late)) {
            Meter each = new Meter();
            Chat chat = new Chat(ScriptedChatModel.failing(failure), ChatTask.ANSWER, 0, each);
            assertThatThrownBy(() -> chat.text("system", "user")).isInstanceOf(TernException.class);
            assertThatThrownBy(() -> chat.json("system", "user", SCHEMA)).isInstanceOf(TernException.class);

            assertThat(each.modelCalls()).isEqualTo(2);
            assertThat(each.inputTokens()).isEqualTo(2 * (2 + 1));
            assertThat(each.outputTokens()).isZero();
        }
    }

    @Test
    void aStreamThatIsLeftCountsWhatWasSentAndHeard() {
        CancellationException left = new CancellationException("this query was given up by its caller");
        for (String heard : List.of("", "four words of it")) {
            Meter each = new Meter();
            Chat chat = new Chat(new LeftModel(heard, left), ChatTask.ANSWER, 0, each);
            assertThatThrownBy(() -> chat.said("system", "user", word -> {})).isInstanceOf(TernException.class);

            assertThat(each.inputTokens()).isEqualTo(2 + 1);
            assertThat(each.outputTokens()).isEqualTo(heard.length() / 4);
        }
        Chat heard = new Chat(new LeftModel("a word", left), ChatTask.ANSWER, 0, meter);
        assertThatThrownBy(() -> heard.said("system", "user", word -> {
                    throw left;
                }))
                .isSameAs(left);
        assertThat(meter.modelCalls()).isEqualTo(1);
    }

    @Test
    void aCallThatIsRefusedCountsNothing() {
        for (RuntimeException failure : List.of(
                TernException.refusal("too long", new IllegalStateException("413")),
                new IllegalStateException("503 overloaded"),
                TernException.model("no answer", new HttpConnectTimeoutException("within 60000 ms")))) {
            Chat chat = new Chat(ScriptedChatModel.failing(failure), ChatTask.ANSWER, 0, meter);
            assertThatThrownBy(() -> chat.text("system", "user")).isInstanceOf(TernException.class);
        }
        assertThat(meter.modelCalls()).isZero();
        assertThat(meter.inputTokens()).isZero();
    }

    /** Writes something, and ends before it has written all. */
    private record LeftModel(String heard, RuntimeException end) implements StreamedChatModel {
        @Override
        public ChatResponse chat(ChatRequest request, Consumer<String> words) {
            if (!heard.isEmpty()) {
                words.accept(heard);
            }
            throw end;
        }

        @Override
        public ChatResponse doChat(ChatRequest request) {
            throw end;
        }
    }

    private void requireFault(RuntimeException failure, String message) {
        assertThatThrownBy(() ->
                        new Chat(ScriptedChatModel.failing(failure), ChatTask.ANSWER, 0, meter).text("system", "user"))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.MODEL))
                .hasMessage(message)
                .hasCause(failure);
    }

    @Test
    void aFailureThatIsInOurWordsAlreadyIsPassedOn() {
        TernException refused = TernException.user("the key is wrong; set OPENAI_API_KEY");

        assertThatThrownBy(() ->
                        new Chat(ScriptedChatModel.failing(refused), ChatTask.ANSWER, 0, meter).text("system", "user"))
                .isSameAs(refused);
    }

    private static ChatModel replying(AiMessage message, @Nullable TokenUsage usage) {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                ChatResponse.Builder response = ChatResponse.builder().aiMessage(message);
                return usage == null
                        ? response.build()
                        : response.tokenUsage(usage).build();
            }
        };
    }
}

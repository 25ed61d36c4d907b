package dev.tern.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
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

        assertThat(new MeteredChat(model, ChatTask.ANSWER, 0.5, meter).text("Be brief.", "Who taught Euler?"))
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
        new MeteredChat(model, ChatTask.ANSWER, 0, meter).json("system", "user", SCHEMA);

        ResponseFormat format = model.requests().getFirst().responseFormat();
        assertThat(format.type()).isEqualTo(ResponseFormatType.JSON);
        assertThat(format.jsonSchema()).isEqualTo(SCHEMA);
    }

    @Test
    void jsonIsAskedForInJsonModeElsewhere() {
        ScriptedChatModel model = ScriptedChatModel.saying("{}").withoutSchemas();
        new MeteredChat(model, ChatTask.ANSWER, 0, meter).json("system", "user", SCHEMA);

        assertThat(model.requests().getFirst().responseFormat()).isEqualTo(ResponseFormat.JSON);
    }

    @Test
    void callsAndTokensAreCounted() {
        MeteredChat chat = new MeteredChat(ScriptedChatModel.saying("a", "b"), ChatTask.ANSWER, 0, meter);
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

        assertThat(new MeteredChat(silent, ChatTask.ANSWER, 0, meter).text("system", "user"))
                .isEmpty();
        assertThat(new MeteredChat(countless, ChatTask.ANSWER, 0, meter).text("system", "user"))
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
        assertThatThrownBy(() -> new MeteredChat(interrupted, ChatTask.ANSWER, 0, meter).text("system", "user"))
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
            MeteredChat chat = new MeteredChat(ScriptedChatModel.failing(failure), ChatTask.ANSWER, 0, each);
            assertThatThrownBy(() -> chat.text("system", "user")).isInstanceOf(TernException.class);
            assertThatThrownBy(() -> chat.json("system", "user", SCHEMA)).isInstanceOf(TernException.class);

            assertThat(each.modelCalls()).isEqualTo(2);
            assertThat(each.inputTokens()).isEqualTo(2 * (2 + 1));
            assertThat(each.outputTokens()).isZero();
        }
    }

    @Test
    void aStreamThatIsLeftCountsWhatWasSentAndHeard() {
        CancellationException left = new CancellationException("this query was cancelled by its caller");
        for (String heard : List.of("", "four words of it")) {
            Meter each = new Meter();
            MeteredChat chat = new MeteredChat(new LeftModel(heard, left), ChatTask.ANSWER, 0, each);
            assertThatThrownBy(() -> chat.reply("system", "user", word -> {})).isInstanceOf(TernException.class);

            assertThat(each.inputTokens()).isEqualTo(2 + 1);
            assertThat(each.outputTokens()).isEqualTo(heard.length() / 4);
        }
        MeteredChat heard = new MeteredChat(new LeftModel("a word", left), ChatTask.ANSWER, 0, meter);
        assertThatThrownBy(() -> heard.reply("system", "user", word -> {
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
            MeteredChat chat = new MeteredChat(ScriptedChatModel.failing(failure), ChatTask.ANSWER, 0, meter);
            assertThatThrownBy(() -> chat.text("system", "user")).isInstanceOf(TernException.class);
        }
        assertThat(meter.modelCalls()).isZero();
        assertThat(meter.inputTokens()).isZero();
    }

    /** Writes something, and ends too early. */
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

    @Test
    void aModelThatRefusesTheTemperatureIsAskedWithoutOneFromThenOn() {
        String words = "Unsupported value: 'temperature' does not support 0.0 with this model.";
        for (RuntimeException refusal : List.of(
                new InvalidRequestException(new HttpException(400, words)),
                new IllegalStateException("HTTP 400 - " + words),
                new IllegalStateException("the provider failed", new IllegalArgumentException("400: " + words)))) {
            Meter each = new Meter();
            ScriptedChatModel model = thinking(refusal);
            MeteredChat chat = new MeteredChat(model, ChatTask.ANSWER, 0, each);

            assertThat(chat.text("system", "user")).isEqualTo("Yes.");
            chat.json("system", "user", SCHEMA);

            assertThat(model.requests()).extracting(ChatRequest::temperature).containsExactly(0.0, null, null);
            assertThat(each.modelCalls()).isEqualTo(2);
            assertThat(each.inputTokens()).isEqualTo(2 * ScriptedChatModel.INPUT_TOKENS);
        }
    }

    @Test
    void aStreamThatRefusesTheTemperatureIsAskedWithoutOne() {
        ScriptedChatModel model = thinking(new InvalidRequestException("temperature is not supported"));
        StringBuilder heard = new StringBuilder();

        new MeteredChat(new HeardModel(model), ChatTask.ANSWER, 0, meter).reply("system", "user", heard::append);

        assertThat(heard).hasToString("Yes.");
        assertThat(model.requests()).hasSize(2);
    }

    @Test
    void aFailureThatIsNoRefusalOfTheTemperatureIsNotAskedAgain() {
        for (RuntimeException failure : List.of(
                new RateLimitException("the request {\"temperature\": 0.0} has to wait"),
                new IllegalStateException(new HttpException(503, "overloaded by {\"temperature\": 0.0}")),
                new IllegalStateException("POST {\"temperature\": 0.0}", new IOException("connection reset")),
                new CancellationException("the temperature is too high"),
                TernException.user("the temperature is out of its range"),
                new InvalidRequestException("max_tokens is too large"))) {
            ScriptedChatModel model = ScriptedChatModel.failing(failure);
            assertThatThrownBy(() -> new MeteredChat(model, ChatTask.ANSWER, 0, meter).text("system", "user"))
                    .isInstanceOf(TernException.class);
            assertThat(model.requests()).hasSize(1);
        }
    }

    @Test
    void aTemperatureIsSentAgainWhereLeavingItOutDidNotHelp() {
        ScriptedChatModel model =
                ScriptedChatModel.failing(new InvalidRequestException("the question about temperature is too long"));
        MeteredChat chat = new MeteredChat(model, ChatTask.ANSWER, 0, meter);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> chat.text("system", "user"))
                    .hasMessage("the chat model failed: the question about temperature is too long");
        }

        assertThat(model.requests()).extracting(ChatRequest::temperature).containsExactly(0.0, null, 0.0, null);
    }

    /** Returns a model that refuses a temperature. */
    private static ScriptedChatModel thinking(RuntimeException refusal) {
        return ScriptedChatModel.answering(request -> {
            if (request.temperature() != null) {
                throw refusal;
            }
            return "Yes.";
        });
    }

    /** A wrapped model that streams. */
    private record HeardModel(ChatModel model) implements StreamedChatModel, ForwardingChatModel {
        @Override
        public ChatResponse chat(ChatRequest request, Consumer<String> words) {
            return StreamedChatModel.ask(model, request, words);
        }

        @Override
        public ChatResponse doChat(ChatRequest request) {
            return model.doChat(request);
        }
    }

    private void requireFault(RuntimeException failure, String message) {
        assertThatThrownBy(() -> new MeteredChat(ScriptedChatModel.failing(failure), ChatTask.ANSWER, 0, meter)
                        .text("system", "user"))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.MODEL))
                .hasMessage(message)
                .hasCause(failure);
    }

    @Test
    void aFailureThatIsInOurWordsAlreadyIsPassedOn() {
        TernException refused = TernException.user("the key is wrong; set OPENAI_API_KEY");

        assertThatThrownBy(() -> new MeteredChat(ScriptedChatModel.failing(refused), ChatTask.ANSWER, 0, meter)
                        .text("system", "user"))
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

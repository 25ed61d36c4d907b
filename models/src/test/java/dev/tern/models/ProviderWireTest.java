package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.error.TernException;
import dev.tern.models.StubServer.Reply;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Common tests of every chat provider, over real connections. */
class ProviderWireTest {
    private static final String KEY = "f00dfeedcafe0123456789";
    private static final Pattern LIMIT =
            Pattern.compile("\"(?:max_tokens|max_completion_tokens|maxOutputTokens|num_predict)\":([0-9]+)");
    private static final ChatRequest REQUEST = ChatRequest.builder()
            .messages(SystemMessage.from("be brief"), UserMessage.from("who?"))
            .build();
    static final ResponseFormat SCHEMA = ResponseFormat.builder()
            .type(ResponseFormatType.JSON)
            .jsonSchema(JsonSchema.builder()
                    .name("reply")
                    .rootElement(JsonObjectSchema.builder()
                            .addStringProperty("name")
                            .required("name")
                            .build())
                    .build())
            .build();

    @AutoClose
    private StubServer server;

    @BeforeEach
    void serve() throws IOException {
        server = new StubServer();
    }

    private CloseableChatModel model(Dialect dialect) {
        return model(dialect, null);
    }

    private CloseableChatModel model(Dialect dialect, @Nullable String effort) {
        return Models.chatModel(ChatModelSettings.builder()
                .provider(dialect.provider)
                .modelName("m")
                .reasoningEffort(effort)
                .endpoint(ModelEndpoint.builder()
                        .baseUrl(server.url())
                        .apiKey(ProviderKey.of(KEY))
                        .maxRetries(2)
                        .backOffBase(Duration.ofMillis(1))
                        .maxBackOff(Duration.ofMillis(10))
                        .maxResponseBytes(1 << 20)
                        .build())
                .build());
    }

    private void script(Reply... replies) {
        List<Reply> left = new ArrayList<>(List.of(replies));
        server.otherwise(any -> left.removeFirst());
    }

    @ParameterizedTest
    @EnumSource
    void answers(Dialect dialect) {
        script(dialect.answer("Lena Marr"));
        try (CloseableChatModel model = model(dialect)) {
            ChatResponse response = model.chat(REQUEST);
            assertThat(response.aiMessage().text()).isEqualTo("Lena Marr");
            assertThat(response.aiMessage().thinking()).isNull();
            assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(40);
            assertThat(response.tokenUsage().outputTokenCount()).isEqualTo(3);
        }
        assertThat(server.asked()).singleElement().satisfies(asked -> {
            assertThat(asked.path()).isEqualTo(dialect.path);
            assertThat(asked.header(dialect.keyHeader)).isEqualTo(dialect.keyScheme + KEY);
            assertThat(asked.body().toString()).contains("be brief", "\"temperature\":0.0");
        });
    }

    @ParameterizedTest
    @EnumSource
    void asksForJsonOfASchema(Dialect dialect) {
        script(dialect.answer("{\"name\": \"Lena\"}"));
        try (CloseableChatModel model = model(dialect)) {
            String text = model.chat(REQUEST.toBuilder().responseFormat(SCHEMA).build())
                    .aiMessage()
                    .text();
            assertThat(text).isEqualTo("{\"name\": \"Lena\"}");
        }
        assertThat(server.asked())
                .singleElement()
                .satisfies(asked -> assertThat(asked.body().toString()).contains("\"properties\":{\"name\":{"));
    }

    @ParameterizedTest
    @EnumSource
    void isAskedInWordsWhereItKnowsNoFormat(Dialect dialect) {
        Reply refusal = dialect.error(400, "structured output in a JSON schema or a format of JSON is not supported");
        server.otherwise(
                asked -> asked.body().toString().matches("(?s).*(schema|\"format\"|json_object|application/json).*")
                        ? refusal
                        : dialect.answer("{}"));
        try (CloseableChatModel model = model(dialect)) {
            ChatRequest request = REQUEST.toBuilder().responseFormat(SCHEMA).build();
            assertThat(model.chat(request).aiMessage().text()).isEqualTo("{}");
            int tries = server.asked().size();
            assertThat(tries).isBetween(2, 3);
            model.chat(request);
            assertThat(server.asked()).hasSize(tries + 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isHeardWhileItWrites(Dialect dialect) {
        script(dialect.stream("Lena ", "Marr", " [1]."));
        List<String> heard = new ArrayList<>();
        try (CloseableChatModel model = model(dialect)) {
            ChatResponse response = model.chat(REQUEST, heard::add);
            assertThat(heard).containsExactly("Lena ", "Marr", " [1].");
            assertThat(response.aiMessage().text()).isEqualTo("Lena Marr [1].");
            assertThat(response.tokenUsage().outputTokenCount()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void thoughtsBetweenMarksAreNotHeard(Dialect dialect) {
        script(
                dialect.answer("<think>hidden</think>\n\nLena"),
                dialect.stream("<thi", "nk>hid", "den</th", "ink>\n\n", "Lena <", "3"));
        List<String> heard = new ArrayList<>();
        try (CloseableChatModel model = model(dialect)) {
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("Lena");
            assertThat(model.chat(REQUEST, heard::add).aiMessage().text()).isEqualTo("Lena <3");
            assertThat(String.join("", heard)).isEqualTo("Lena <3");
        }
    }

    @ParameterizedTest
    @EnumSource
    void temperatureThatIsRefusedIsLeftOut(Dialect dialect) {
        Reply refusal = dialect.error(400, "`temperature` does not support 0 with this model");
        script(refusal, dialect.answer("one"), dialect.stream("two"), dialect.answer("three"));
        try (CloseableChatModel model = model(dialect)) {
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("one");
            assertThat(model.chat(REQUEST, part -> {}).aiMessage().text()).isEqualTo("two");
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("three");
        }
        assertThat(server.asked())
                .extracting(asked -> asked.body().toString().contains("\"temperature\""))
                .containsExactly(true, false, false, false);
    }

    @ParameterizedTest
    @EnumSource
    void temperatureThatAStreamIsRefusedForIsLeftOut(Dialect dialect) {
        script(dialect.error(422, "temperature is not supported"), dialect.stream("one"));
        List<String> heard = new ArrayList<>();
        try (CloseableChatModel model = model(dialect)) {
            model.chat(REQUEST, heard::add);
        }
        assertThat(heard).containsExactly("one");
    }

    @ParameterizedTest
    @EnumSource
    void systemMessagesThatAreRefusedGoBeforeTheUsers(Dialect dialect) {
        script(dialect.error(400, "System role not supported"), dialect.answer("one"), dialect.answer("two"));
        try (CloseableChatModel model = model(dialect)) {
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("one");
            model.chat(REQUEST);
        }
        assertThat(server.asked().getLast().body().toString())
                .containsPattern("be brief\\\\n\\\\n.*who\\?")
                .doesNotContain("system");
    }

    @ParameterizedTest
    @EnumSource
    void effortIsAskedForUntilItIsRefused(Dialect dialect) {
        script(
                dialect.answer("one"),
                dialect.error(400, "thinking (reasoning_effort) is not supported by this model"),
                dialect.answer("two"),
                dialect.answer("three"));
        try (CloseableChatModel model = model(dialect, "low")) {
            model.chat(REQUEST);
            model.chat(REQUEST);
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("three");
        }
        assertThat(server.asked())
                .extracting(asked -> asked.body().toString().contains("\"low\""))
                .containsExactly(true, true, false, false);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OLLAMA")
    void decliningIsToldAsSuch(Dialect dialect) {
        script(dialect.declined());
        try (CloseableChatModel model = model(dialect)) {
            assertThatThrownBy(() -> model.chat(REQUEST))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.isRefusal()).isTrue())
                    .hasMessage(dialect.provider.title() + " declined to let the model \"m\" at " + server.url()
                            + " answer (" + dialect.declinedBecause()
                            + "). Change the question, or choose another model");
        }
        assertThat(server.asked()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void isAskedAgainWhereItLimitsRequests(Dialect dialect) {
        script(dialect.error(429, "slow down").retryAfter("0"), dialect.answer("one"));
        try (CloseableChatModel model = model(dialect)) {
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("one");
        }
    }

    @ParameterizedTest
    @EnumSource
    void errorsAreToldWithoutTheKey(Dialect dialect) {
        script(dialect.error(401, "the key " + KEY + " is not valid"));
        try (CloseableChatModel model = model(dialect)) {
            assertThatThrownBy(() -> model.chat(REQUEST))
                    .hasMessage(server.url() + " refused the API key (401): the key (key hidden) is not valid. "
                            + dialect.provider.keyVariables().stream()
                                    .findFirst()
                                    .orElse("the API key")
                            + " is wrong: set it to a valid key")
                    .satisfies(failure -> {
                        StringWriter trace = new StringWriter();
                        failure.printStackTrace(new PrintWriter(trace));
                        assertThat(trace.toString()).doesNotContain(KEY);
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void emptyAnswerIsEmpty(Dialect dialect) {
        script(dialect.answer(""));
        try (CloseableChatModel model = model(dialect)) {
            String text = model.chat(REQUEST).aiMessage().text();
            assertThat(text == null ? "" : text).isEmpty();
        }
    }

    /** Tests whole and streamed answers; the request's own limit takes precedence. */
    @ParameterizedTest
    @EnumSource
    void everyReplyHasALimit(Dialect dialect) {
        script(dialect.answer("one"), dialect.stream("two"), dialect.answer("three"));
        try (CloseableChatModel model = model(dialect)) {
            model.chat(REQUEST);
            model.chat(REQUEST, part -> {});
            model.chat(REQUEST.toBuilder().maxOutputTokens(77).build());
        }
        assertThat(server.asked())
                .extracting(asked -> LIMIT.matcher(asked.body().toString())
                        .results()
                        .map(found -> found.group(1))
                        .toList())
                .containsExactly(List.of("4096"), List.of("4096"), List.of("77"));
    }

    @ParameterizedTest
    @EnumSource
    void answerThatIsCutIsAskedForAgain(Dialect dialect) {
        String whole = dialect.answer("one").body();
        script(Reply.ok(whole.substring(0, whole.length() / 2)), dialect.answer("two"));
        try (CloseableChatModel model = model(dialect)) {
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("two");
        }
    }

    @ParameterizedTest
    @EnumSource
    void answerThatIsTooLongIsNotRead(Dialect dialect) {
        script(dialect.answer("x".repeat(2 << 20)));
        try (CloseableChatModel model = model(dialect)) {
            assertThatThrownBy(() -> model.chat(REQUEST))
                    .hasMessage("the model \"m\" at " + server.url()
                            + " sent an answer of more than 1048576 bytes, which is the limit (maxResponseBytes)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSaidInTheMiddleOfAStreamIsTold(Dialect dialect) {
        script(dialect.failing("Overloaded, " + KEY, "Lena "));
        List<String> heard = new ArrayList<>();
        try (CloseableChatModel model = model(dialect)) {
            assertThatThrownBy(() -> model.chat(REQUEST, heard::add))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the model \"m\" at " + server.url()
                            + " broke off in the middle of its answer: Overloaded, (key hidden)");
        }
        assertThat(heard).containsExactly("Lena ");
        assertThat(server.asked()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void errorBeforeTheFirstWordOfAStreamIsTriedAgain(Dialect dialect) {
        script(dialect.failing("Overloaded"), Reply.of(503, "busy"), dialect.answer("Lena"));
        List<String> heard = new ArrayList<>();
        try (CloseableChatModel model = model(dialect)) {
            assertThat(model.chat(REQUEST, heard::add).aiMessage().text()).isEqualTo("Lena");
        }
        assertThat(heard).containsExactly("Lena");
        assertThat(server.asked()).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void connectionThatEndsInTheMiddleIsTold(Dialect dialect) {
        script(dialect.cut("Lena "));
        List<String> heard = new ArrayList<>();
        try (CloseableChatModel model = model(dialect)) {
            assertThatThrownBy(() -> model.chat(REQUEST, heard::add))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the model \"m\" at " + server.url() + " broke off in the middle of its answer");
        }
        assertThat(heard).containsExactly("Lena ");
        assertThat(server.asked()).hasSize(1);
    }
}

package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.tern.error.TernException;
import dev.tern.models.StubServer.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Rejected requests, and keys and addresses of another server. */
class RefusedRequestTest {
    private static final ChatRequest REQUEST = ChatRequest.builder()
            .messages(UserMessage.from("who?"))
            .maxOutputTokens(50)
            .build();

    private final List<String> told = new ArrayList<>();
    private final Logger log = Logger.getLogger(ChatHttpClient.class.getName());
    private final Handler listening = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            told.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private StubServer server;

    @BeforeEach
    void serve() throws IOException {
        server = new StubServer();
        LoggerFactory.getLogger(ChatHttpClient.class);
        log.addHandler(listening);
    }

    @AfterEach
    void stop() {
        log.removeHandler(listening);
        server.close();
    }

    private CloseableChatModel model(KnownProvider provider, String baseUrl) {
        return Models.chatModel(ChatModelSettings.builder()
                .provider(provider)
                .modelName("m")
                .endpoint(ModelEndpoint.builder()
                        .baseUrl(baseUrl)
                        .apiKey(ProviderKey.of("k-0123456789"))
                        .maxRetries(0)
                        .backOffBase(Duration.ofMillis(1))
                        .build())
                .build());
    }

    private static Reply refusal(String message, String parameter) {
        return Reply.of(
                400,
                "{\"error\":{\"message\":\"" + message + "\",\"type\":\"invalid_request_error\",\"param\":" + parameter
                        + ",\"code\":\"unsupported_value\"}}");
    }

    @Test
    void eachThingIsToldOnce() {
        server.otherwise(asked -> asked.body().has("temperature")
                ? refusal("'temperature' does not support 0 with this model", "\"temperature\"")
                : asked.body().has("max_tokens")
                        ? refusal("Use 'max_completion_tokens' instead of 'max_tokens'", "\"max_tokens\"")
                        : Reply.chat("hi"));
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("hi");
            model.chat(REQUEST);
        }
        assertThat(server.asked()).hasSize(4);
        assertThat(server.asked().getLast().body().path("max_completion_tokens").asInt())
                .isEqualTo(50);
        assertThat(told)
                .containsExactly(
                        "m rejects temperature: it is no longer sent, and the server's default applies",
                        "m rejects max_tokens: max_completion_tokens is sent from now on");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        'max_tokens' or 'max_completion_tokens' is too large: 50. Your request has 20 input tokens | null
        This model's maximum context length is 60 tokens. However, you requested 50 output tokens and your prompt \
        contains at least 20 input tokens, for a total of at least 70 tokens | "input_tokens"
        The context is 60 tokens: 20 input tokens plus 50 'max_tokens'. Please reduce one or the other | null
        Please reduce the length of the prompt or the number of requested output tokens | "input_tokens"
        However, you requested 70 tokens (20 in the messages, 50 in the completion) | "messages"
        """, quoteCharacter = '~')
    void limitThatAPromptLeavesNoRoomForIsLeftOutForThatPrompt(String message, String parameter) {
        server.otherwise(asked ->
                asked.body().has("max_tokens") && asked.body().toString().contains("long")
                        ? refusal(message, parameter)
                        : Reply.chat("hi"));
        ChatRequest tooLong = REQUEST.toBuilder()
                .messages(UserMessage.from("a long question"))
                .build();
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            assertThat(model.chat(tooLong).aiMessage().text()).isEqualTo("hi");
            assertThat(model.omittedFeatures()).isEmpty();
            model.chat(REQUEST);
        }
        assertThat(server.asked())
                .extracting(asked -> asked.body().path("max_tokens").asInt())
                .containsExactly(50, 0, 50);
        assertThat(told).noneMatch(line -> line.contains("from now on"));
    }

    @Test
    void anthropicAlwaysGetsALimit() {
        server.otherwise(any -> refusal("you requested 50 output tokens", "null"));
        try (CloseableChatModel model = model(KnownProvider.ANTHROPIC, server.url())) {
            assertThatThrownBy(() -> model.chat(REQUEST)).hasMessageContaining("you requested 50 output tokens");
        }
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void serverThatChangesItsMindIsFollowedOnceARequest() {
        Reply newer = refusal("'max_tokens' is not supported: use 'max_completion_tokens'", "null");
        Reply older = refusal("unknown field max_completion_tokens", "null");
        List<Reply> replies =
                new ArrayList<>(List.of(newer, Reply.chat("one"), older, Reply.chat("two"), newer, older));
        server.otherwise(any -> replies.removeFirst());
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("one");
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("two");
            replies.add(newer);
            assertThatThrownBy(() -> model.chat(REQUEST))
                    .hasMessage(server.url() + " refused the request (400): 'max_tokens' is not supported: use"
                            + " 'max_completion_tokens'. Check the model's name and settings");
        }
        assertThat(server.asked()).hasSize(7);
    }

    @Test
    void whatDidNotHelpIsNotRemembered() {
        List<Reply> replies = new ArrayList<>(List.of(
                refusal("no temperature, and no such model", "null"),
                refusal("no such model", "null"),
                Reply.chat("x")));
        server.otherwise(any -> replies.removeFirst());
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            assertThatThrownBy(() -> model.chat(REQUEST)).hasMessageContaining("no such model");
            model.chat(REQUEST);
        }
        assertThat(server.asked().getLast().body().has("temperature")).isTrue();
        assertThat(told).isEmpty();
    }

    /** A wrong guess is taken back, and the next fallback is tried. */
    @Test
    void whatWasRefusedInTheSameWordsAllTheSameIsAskedForAgain() {
        server.otherwise(asked -> asked.body().toString().contains("system")
                ? refusal("No schema, JSON or other format is at fault: system role not supported", "null")
                : Reply.chat("{}"));
        ChatRequest request = REQUEST.toBuilder()
                .messages(SystemMessage.from("be brief"), UserMessage.from("who?"))
                .responseFormat(ProviderWireTest.SCHEMA)
                .build();
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            model.chat(request);
            model.chat(request);
        }
        assertThat(server.asked()).hasSize(5);
        assertThat(server.asked().getLast().body().at("/response_format/type").asText())
                .isEqualTo("json_schema");
        assertThat(told).containsExactly("m rejects system message: it is sent in front of the user's from now on");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bad Request", "invalid argument", "Die Anfrage ist ung\u00fcltig"})
    void aSchemaThatIsRefusedWithoutBeingNamedIsLeftOut(String words) {
        server.otherwise(
                asked -> asked.body().at("/response_format/type").asText().equals("json_schema")
                        ? refusal(words, "null")
                        : Reply.chat("{}"));
        ChatRequest request =
                REQUEST.toBuilder().responseFormat(ProviderWireTest.SCHEMA).build();
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            model.chat(request);
            model.chat(request);
        }
        assertThat(server.asked()).hasSize(3);
        assertThat(told).containsExactly("m rejects JSON schema: JSON is requested without one from now on");
    }

    @Test
    void aRequestThatIsRefusedWithoutItsSchemaTooKeepsIt() {
        List<Reply> replies =
                new ArrayList<>(List.of(refusal("bad", "null"), refusal("bad", "null"), Reply.chat("{}")));
        server.otherwise(any -> replies.removeFirst());
        ChatRequest request =
                REQUEST.toBuilder().responseFormat(ProviderWireTest.SCHEMA).build();
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            assertThatThrownBy(() -> model.chat(request)).hasMessageContaining("(400): bad");
            model.chat(request);
        }
        assertThat(server.asked().getLast().body().at("/response_format/type").asText())
                .isEqualTo("json_schema");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {"error":{"message":"Rate limit reached: free-models-per-day","code":429}} | limits requests (429): Rate limit reached: free-models-per-day
        {"error":{"message":"No room","code":"503"}} | failed in 2 tries (503): No room
        {"error":{"message":"The rate_limit is reached"}} | limits requests (429): The rate_limit is reached
        {"error":"cannot generate: context limit"} | failed in 2 tries (503): cannot generate: context limit
        {"error":"model is loading"} | failed in 2 tries (503): model is loading
        {"choices":[{"index":0,"error":{"code":502,"message":"Upstream is gone"}}]} | failed in 2 tries (502): Upstream is gone
        {"object":"error","message":"No room","code":500} | failed in 2 tries (500): No room
        """)
    void anErrorInAnAnswerIsAsOneWithItsStatus(String body, String words) {
        server.otherwise(any -> Reply.ok(body));
        try (CloseableChatModel model = Models.chatModel(ChatModelSettings.builder()
                .modelName("m")
                .endpoint(ModelEndpoint.builder()
                        .baseUrl(server.url())
                        .maxRetries(1)
                        .backOffBase(Duration.ofMillis(1))
                        .build())
                .build())) {
            assertThatThrownBy(() -> model.chat(REQUEST)).hasMessageStartingWith(server.url() + " " + words);
        }
        assertThat(server.asked()).hasSize(2);
    }

    @Test
    void anAnswerThatBeginsWithAByteOrderMarkIsRead() {
        server.otherwise(any -> Reply.ok("\ufeff" + Reply.chat("hi").body()));
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("hi");
        }
    }

    @Test
    void wordsWithinWordsAreNotUnderstood() {
        server.otherwise(asked -> asked.body().toString().contains("system")
                ? refusal("System role not supported. For more information see the page on transformations", "null")
                : Reply.chat("{}"));
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            model.chat(REQUEST.toBuilder()
                    .messages(SystemMessage.from("be brief"), UserMessage.from("who?"))
                    .responseFormat(ProviderWireTest.SCHEMA)
                    .build());
        }
        assertThat(server.asked()).hasSize(2);
    }

    @Test
    void streamsAreGivenUpForARefusalOfStreamsOnly() {
        List<Reply> replies = new ArrayList<>(List.of(
                refusal("Upstream error: maximum context length exceeded", "null"),
                refusal("cannot stream so long a text", "null"),
                refusal("so long a text is refused", "null"),
                Dialect.OPENAI.stream("one")));
        server.otherwise(any -> replies.removeFirst());
        List<String> heard = new ArrayList<>();
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            assertThatThrownBy(() -> model.chat(REQUEST, heard::add)).hasMessageContaining("maximum context length");
            assertThatThrownBy(() -> model.chat(REQUEST, heard::add)).hasMessageContaining("so long a text is refused");
            model.chat(REQUEST, heard::add);
        }
        assertThat(heard).containsExactly("one");
        assertThat(told).isEmpty();
    }

    @Test
    void policyThatIsBrokenIsNoFaultOfTheRequestsForm() {
        server.otherwise(any ->
                Reply.of(400, "{\"error\":{\"message\":\"Not allowed.\",\"code\":\"content_policy_violation\"}}"));
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            assertThatThrownBy(() -> model.chat(REQUEST))
                    .hasMessageContaining("OpenAI declined")
                    .hasMessageContaining("(content_policy_violation: Not allowed)");
        }
    }

    @Test
    void optionsOfStreamsAreLeftOut() {
        List<Reply> replies = new ArrayList<>(List.of(
                refusal("Extra inputs are not permitted: stream_options", "null"),
                Dialect.OPENAI.stream("one"),
                refusal("your organisation must be verified to stream this model", "\"stream\""),
                Dialect.OPENAI.answer("two"),
                Dialect.OPENAI.answer("three")));
        server.otherwise(any -> replies.removeFirst());
        List<String> heard = new ArrayList<>();
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            model.chat(REQUEST, heard::add);
            model.chat(REQUEST, heard::add);
            model.chat(REQUEST, heard::add);
        }
        assertThat(heard).containsExactly("one", "two", "three");
        assertThat(told)
                .containsExactly(
                        "m rejects stream_options: tokens of streams are not counted from now on",
                        "m rejects streaming: streaming is off from now on");
    }

    @Test
    void refusalInAStreamIsToldWithItsWords() {
        server.otherwise(any -> Reply.stream("""
            data: {"choices":[{"delta":{"refusal":"I can"}}]}

            data: {"choices":[{"delta":{"refusal":"not."}}]}

            data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

            data: [DONE]

            """));
        try (CloseableChatModel model = model(KnownProvider.OPENAI, server.url())) {
            assertThatThrownBy(() -> model.chat(REQUEST, part -> {}))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.isRefusal()).isTrue())
                    .hasMessageContaining("OpenAI declined to let the model \"m\" at")
                    .hasMessageContaining("(I cannot)");
        }
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void filterThatStepsIntoAStreamIsTold() {
        server.otherwise(any -> Reply.stream("""
            data: {"candidates":[{"content":{"parts":[{"text":"Le"}]}}]}

            data: {"candidates":[{"finishReason":"PROHIBITED_CONTENT"}]}

            """));
        try (CloseableChatModel model = model(KnownProvider.GEMINI, server.url())) {
            assertThatThrownBy(() -> model.chat(REQUEST, part -> {}))
                    .hasMessageContaining("Gemini declined to let the model \"m\" at")
                    .hasMessageContaining("(PROHIBITED_CONTENT)");
        }
    }

    @Test
    void wrongKeyOfGeminiIsOne() {
        server.otherwise(any -> Reply.of(
                400,
                "{\"error\":{\"code\":400,\"message\":\"API key not valid.\",\"status\":\"INVALID_ARGUMENT\","
                        + "\"details\":[{\"reason\":\"API_KEY_INVALID\"}]}}"));
        try (CloseableChatModel model = model(KnownProvider.GEMINI, server.url())) {
            assertThatThrownBy(() -> model.chat(REQUEST))
                    .hasMessage(server.url() + " refused the API key (401): API key not valid. GEMINI_API_KEY is wrong:"
                            + " set it to a valid key");
        }
    }

    @Test
    void addressWithoutItsVersionGetsAHint() {
        server.otherwise(any -> Reply.of(404, "{\"error\":\"not found\"}"));
        String url = server.url().replace("/v1", "");
        try (CloseableChatModel model = model(KnownProvider.OPENAI, url)) {
            assertThatThrownBy(() -> model.chat(REQUEST))
                    .hasMessage(url + " knows no model \"m\" (404): not found. Check the model's name and the base URL:"
                            + " most servers have the base URL " + url + "/v1");
        }
    }

    @Test
    void keyOfAnotherProviderIsNotSent() {
        ChatModelSettings settings = ChatModelSettings.builder()
                .endpoint(ModelEndpoint.builder()
                        .apiKey(ProviderKey.of("sk-ant-0123456789"))
                        .build())
                .build();
        assertThatThrownBy(() -> Models.chatModel(settings))
                .hasMessage(
                        "the key for openai belongs to anthropic, and is sent to no other address: choose anthropic as"
                                + " the provider, or set OPENAI_API_KEY to a key of OpenAI");
    }

    @Test
    void whatAProviderNeedsIsNamed() {
        assertThatThrownBy(() -> Models.chatModel(ChatModelSettings.builder()
                        .provider(KnownProvider.AZURE)
                        .modelName("m")
                        .build()))
                .hasMessage("azure needs the address of your resource: set AZURE_OPENAI_ENDPOINT, or the base URL, to"
                        + " https://RESOURCE.openai.azure.com");
        assertThatThrownBy(() -> ChatModelSettings.builder()
                        .provider(KnownProvider.OLLAMA)
                        .build())
                .hasMessage("no chat model is set for ollama: name one that is pulled, such as qwen3 (chat.model)");
        assertThat(KnownProvider.AZURE.root("https://r.openai.azure.com"))
                .isEqualTo("https://r.openai.azure.com/openai/v1");
    }
}

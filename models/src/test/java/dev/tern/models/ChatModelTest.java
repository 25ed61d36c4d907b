package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.tern.error.TernException;
import dev.tern.models.StubServer.Reply;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatModelTest {
    private static final String KEY = "sk-secret0123456789";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final ResponseFormat SCHEMA = ResponseFormat.builder()
            .type(ResponseFormatType.JSON)
            .jsonSchema(JsonSchema.builder()
                    .name("reply")
                    .rootElement(JsonObjectSchema.builder()
                            .addStringProperty("thought")
                            .required("thought")
                            .build())
                    .build())
            .build();

    private static ModelEndpoint.Builder quick(String url) {
        return ModelEndpoint.builder()
                .baseUrl(url)
                .apiKey(ProviderKey.of(KEY))
                .maxRetries(3)
                .requestTimeout(PATIENCE)
                .backOffBase(Duration.ofMillis(1))
                .maxBackOff(Duration.ofSeconds(2));
    }

    private static CloseableChatModel model(ModelEndpoint.Builder endpoint) {
        return Models.chatModel(
                ChatModelSettings.builder().endpoint(endpoint.build()).build());
    }

    private static Throwable failure(StubServer server) {
        try (CloseableChatModel model = model(quick(server.url()))) {
            return catchThrowable(() -> model.chat("hello"));
        }
    }

    private static ChatRequest request(ResponseFormat format) {
        return ChatRequest.builder()
                .messages(UserMessage.from("answer in JSON"))
                .responseFormat(format)
                .build();
    }

    @Test
    void sendsStrictSchemaAndJsonModeAsAsked() throws IOException {
        try (StubServer server = new StubServer(Reply.chat("{}"), Reply.chat("{}"), Reply.chat("text"));
                CloseableChatModel model = model(quick(server.url()))) {
            model.chat(request(SCHEMA));
            model.chat(request(ResponseFormat.JSON));
            model.chat(request(ResponseFormat.TEXT));
            JsonNode schema = server.asked().getFirst().body().path("response_format");
            assertThat(schema.path("type").asText()).isEqualTo("json_schema");
            assertThat(schema.path("json_schema").path("strict").asBoolean()).isTrue();
            assertThat(schema.at("/json_schema/schema/properties/thought/type").asText())
                    .isEqualTo("string");
            assertThat(formats(server)).containsExactly("json_schema", "json_object", "");
        }
    }

    @Test
    void fallsBackToJsonModeThenTextAndRemembersIt() throws IOException {
        Reply noSchema = Reply.of(400, "{\"error\":{\"message\":\"response_format json_schema is not supported\"}}");
        Reply noJson = Reply.of(422, "{\"error\":{\"message\":\"unknown response_format\"}}");
        try (StubServer server = new StubServer(noSchema, Reply.chat("{}"), Reply.chat("{}"), noJson, Reply.chat("x"));
                CloseableChatModel model = model(quick(server.url()))) {
            model.chat(request(SCHEMA));
            model.chat(request(SCHEMA));
            model.chat(request(SCHEMA));
            assertThat(formats(server)).containsExactly("json_schema", "json_object", "json_object", "json_object", "");
        }
    }

    private static List<String> formats(StubServer server) {
        return server.asked().stream()
                .map(asked -> asked.body().at("/response_format/type").asText())
                .toList();
    }

    @Test
    void ollamaGetsTheSchemaAsFormat() throws IOException {
        String reply = "{\"model\":\"llama3\",\"message\":{\"role\":\"assistant\",\"content\":\"{}\"},\"done\":true}";
        try (StubServer server = new StubServer(Reply.ok(reply), Reply.ok(reply));
                CloseableChatModel model = Models.chatModel(ChatModelSettings.builder()
                        .provider(KnownProvider.OLLAMA)
                        .modelName("llama3")
                        .endpoint(quick(server.url()).build())
                        .build())) {
            model.chat(request(SCHEMA));
            model.chat(request(ResponseFormat.JSON));
            StubServer.Asked asked = server.asked().getFirst();
            assertThat(asked.path()).isEqualTo("/v1/api/chat");
            assertThat(asked.header("Authorization")).isEqualTo("Bearer " + KEY);
            assertThat(asked.body().at("/format/properties/thought/type").asText())
                    .isEqualTo("string");
            assertThat(asked.body().at("/options/temperature").asDouble(-1)).isZero();
            assertThat(server.asked().get(1).body().path("format").asText()).isEqualTo("json");
        }
    }

    @Test
    void waitsAsLongAsTheServerAsks() throws IOException {
        Reply busy = Reply.of(429, "{\"error\":{\"message\":\"slow down\"}}").retryAfter("1");
        try (StubServer server = new StubServer(busy, Reply.chat("hi"));
                CloseableChatModel model = model(quick(server.url()))) {
            long start = System.nanoTime();
            assertThat(model.chat("hello")).isEqualTo("hi");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(server.asked()).hasSize(2);
        }
    }

    @Test
    void givesUpAtOnceWhenTheServerAsksForTooMuch() throws IOException {
        try (StubServer server = new StubServer(Reply.of(429, "busy").retryAfter("3600"))) {
            assertThat(failure(server))
                    .isInstanceOf(TernException.class)
                    .hasMessage(server.url()
                            + " limits requests (429): busy. It asks for a wait of 3600 s; the limit is 2 s"
                            + " (maxBackOff): try again later");
            assertThat(server.asked()).hasSize(1);
        }
    }

    @Test
    void doesNotRetryAUsedUpQuota() throws IOException {
        try (StubServer server = new StubServer(
                Reply.of(429, "{\"error\":{\"message\":\"You exceeded it.\",\"code\":\"insufficient_quota\"}}"))) {
            assertThat(failure(server))
                    .hasMessage(server.url() + " limits requests (429): You exceeded it."
                            + " The account's quota is used up: check its plan and billing");
            assertThat(server.asked()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504, 529, 0})
    void triesAgainAfterWhatMayPass(int status) throws IOException {
        try (StubServer server = new StubServer(Reply.of(status, ""), Reply.of(status, ""), Reply.chat("hi"));
                CloseableChatModel model = model(quick(server.url()))) {
            assertThat(model.chat("hello")).isEqualTo("hi");
            assertThat(server.asked()).hasSize(3);
        }
    }

    @Test
    void saysHowOftenItTried() throws IOException {
        try (StubServer server = new StubServer()) {
            server.otherwise(any -> Reply.of(503, "<html>down</html>"));
            assertThat(failure(server))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.MODEL))
                    .hasMessage(server.url() + " failed in 4 tries (503): a web page in HTML. Try again later");
            assertThat(server.asked()).hasSize(4);
        }
    }

    @Test
    void aPageOfAProxyIsToldByItsTitle() throws IOException {
        try (StubServer server = new StubServer()) {
            server.otherwise(any -> Reply.of(404, """
                <!DOCTYPE html>
                <html><head>
                <title>404 Not Found</title></head><body><h1>nginx</h1></body></html>
                """));
            assertThat(failure(server))
                    .hasMessageStartingWith(
                            server.url() + " knows no model \"gpt-6-luna\" (404): a web page in HTML with"
                                    + " the title \"404 Not Found\". Check the model's name");
        }
    }

    @Test
    void speaksOfNoTriesWhereItMadeOne() throws IOException {
        try (StubServer server = new StubServer()) {
            server.otherwise(any -> Reply.of(501, "not here"));
            assertThat(failure(server)).hasMessage(server.url() + " failed (501): not here. Try again later");
            assertThat(server.asked()).hasSize(1);
        }
    }

    @Test
    void refusalsAreNotRetriedAndSayWhatToDo() throws IOException {
        assertRefusal(
                TernException.Fault.MODEL,
                400,
                "bad thing",
                " refused the request (400): bad thing. Check the model's name and settings");
        assertRefusal(
                401,
                "Incorrect API key provided: " + KEY,
                " refused the API key (401): Incorrect API key provided: (key hidden)."
                        + " OPENAI_API_KEY is wrong: set it to a valid key");
        assertRefusal(
                403,
                "no access",
                " refused access (403): no access. Check that the key's account may use the model \"gpt-6-luna\"");
        assertRefusal(
                404,
                "no such model",
                " knows no model \"gpt-6-luna\" (404): no such model. Check the model's name and the base URL");
        assertRefusal(402, "pay", " refused the request (402): pay. Check the model's name and settings");
    }

    private static void assertRefusal(int status, String said, String message) throws IOException {
        assertRefusal(TernException.Fault.OPERATOR, status, said, message);
    }

    private static void assertRefusal(TernException.Fault fault, int status, String said, String message)
            throws IOException {
        try (StubServer server = new StubServer(Reply.of(status, "{\"error\":{\"message\":\"" + said + "\"}}"))) {
            Throwable failure = failure(server);
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(fault))
                    .hasMessage(server.url() + message);
            assertThat(server.asked()).hasSize(1);
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            assertThat(trace.toString()).doesNotContain(KEY);
        }
    }

    @Test
    void aSlowServerIsATimeOut() throws IOException {
        int asked = 0;
        // On a busy machine the timeout may pass before a request reaches the server.
        for (int timeout = 150; asked != 2 && timeout < PATIENCE.toMillis(); timeout *= 2) {
            int limit = timeout;
            try (StubServer server = new StubServer()) {
                server.otherwise(any -> Reply.chat("late").after(PATIENCE.multipliedBy(5)));
                try (CloseableChatModel model = model(quick(server.url())
                        .requestTimeout(Duration.ofMillis(limit))
                        .maxRetries(1))) {
                    assertThatThrownBy(() -> model.chat("hello"))
                            .isInstanceOf(TernException.class)
                            .hasMessage(server.url() + " did not answer within " + limit + " ms in 2 tries."
                                    + " Try again, or allow more time (requestTimeout)");
                }
                asked = server.asked().size();
            }
        }
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void saysThatItKnowsSchemasSoThatCallersAskForThem() throws IOException {
        try (StubServer server = new StubServer();
                CloseableChatModel model = model(quick(server.url()))) {
            assertThat(model.supportedCapabilities()).containsExactly(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
        }
    }

    @Test
    void unusableAnswersAreTheModelsFault() throws IOException {
        assertUnusable("{\"choices\":[{\"mess", 3, "sent an answer that cannot be read");
        assertUnusable("{\"choices\":[]}", 3, "sent an answer that cannot be read");
        assertUnusable("", 3, "sent an answer that cannot be read (not the expected JSON: No content to map");
        assertUnusable(
                "<html>",
                3,
                "sent an answer that cannot be read (a web page in HTML with status 200, as of a proxy or login, and"
                        + " not JSON; check the base URL)");
        assertUnusable("\"" + "x".repeat(5_000) + "\"", 1, "sent an answer of more than 4096 bytes");
    }

    private static void assertUnusable(String body, int tries, String message) throws IOException {
        try (StubServer server = new StubServer();
                CloseableChatModel model = model(quick(server.url()).maxResponseBytes(4096))) {
            server.otherwise(any -> Reply.ok(body));
            assertThatThrownBy(() -> model.chat("hello"))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.MODEL))
                    .hasMessageStartingWith("the model \"gpt-6-luna\" at " + server.url() + " " + message);
            assertThat(server.asked()).hasSize(tries);
        }
    }

    @Test
    void nobodyListeningIsSaidAtOnce() throws IOException {
        // A reserved port, on which no server listens.
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "http://127.0.0.1:" + taken.getLocalPort();
            try (CloseableChatModel model = model(quick(address))) {
                assertThatThrownBy(() -> model.chat("hello"))
                        .hasMessage("cannot connect to " + address + ": check that the server runs, and the base URL");
            }
        }
    }

    @Test
    void hostThatIsNotKnownIsTheOperatorsToMendOrPasses() {
        try (CloseableChatModel model = model(quick("http://no-such-host.invalid/v1"))) {
            assertThatThrownBy(() -> model.chat("hello"))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.OPERATOR))
                    .hasMessage("there is no host \"no-such-host.invalid\": check the base URL"
                            + " http://no-such-host.invalid/v1");
        }
    }

    @Test
    void anInterruptEndsAWaitAtOnce() throws Exception {
        Reply busy = Reply.of(503, "busy");
        try (StubServer server = new StubServer();
                CloseableChatModel model = model(
                        quick(server.url()).backOffBase(Duration.ofMinutes(1)).maxBackOff(Duration.ofMinutes(1)))) {
            server.otherwise(any -> busy);
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread caller = Thread.ofPlatform().start(() -> thrown.set(catchThrowable(() -> model.chat("hello"))));
            while (server.asked().isEmpty()) {
                Thread.sleep(5);
            }
            Thread.sleep(50);
            caller.interrupt();
            assertThat(caller.join(Duration.ofSeconds(60))).isTrue();
            assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    @Timeout(60)
    void closedModelRefusesAtOnce() throws IOException {
        try (StubServer server = new StubServer()) {
            CloseableChatModel model =
                    model(quick(server.url()).backOffBase(Duration.ofMinutes(1)).maxBackOff(Duration.ofMinutes(1)));
            model.close();
            assertThatThrownBy(() -> model.chat("hello"))
                    .isInstanceOf(TernException.class)
                    .hasMessage("this model was closed by its owner before this request");
            assertThat(server.asked()).isEmpty();
        }
    }
}

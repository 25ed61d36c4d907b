package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.cli.ScriptedBackend;
import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.CostFilter;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the responses to failures, and the details that only the log has. */
final class FaultsTest {
    private static final Logger LOGGER = Logger.getLogger("dev.tern");
    private static final String KEY = "a-key-of-somebody-0123456789abcdef";
    private static final String SECRET = "the provider said: key sk-123 is over its quota";

    private static final String TOOL =
            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"ask\","
                    + " \"arguments\": " + Running.BRIDGE + "}}";

    private static final String CHAT =
            "{\"model\": \"bridges\", \"stream\": %s, \"messages\": [{\"role\": \"user\", \"content\": \"Who built"
                    + " it?\"}]}";

    @TempDir
    private Path folder;

    private final List<LogRecord> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord one) {
            synchronized (logged) {
                logged.add(one);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        LOGGER.removeHandler(handler);
    }

    private String logOf(HttpResponse<String> response) {
        String id = Running.json(response).path("instance").asText().substring("urn:uuid:".length());
        synchronized (logged) {
            return logged.stream()
                    .filter(one -> one.getThrown() != null)
                    .filter(one -> said(one).contains(id))
                    .map(one -> one.getThrown().toString())
                    .findFirst()
                    .orElse("");
        }
    }

    private static String said(LogRecord one) {
        Object[] parameters = one.getParameters();
        return one.getMessage() + (parameters == null ? "" : List.of(parameters));
    }

    /**
     * A fault and its effects.
     *
     * @param words the message in every interface
     * @param waits true if a job waits for its end; otherwise the job fails
     */
    private record Fault(Throwable failure, int status, String words, boolean waits) {}

    private static Map<String, Fault> faults() {
        String damaged =
                "the graph \"bridges\" is damaged on disk and is not served; other graphs are. The operator can list"
                    + " the damage with tern verify --graph bridges, and restore it from a backup, or drop it and add"
                    + " its documents again";
        String mistake = "the server failed; see the log under this id";
        Map<String, Fault> faults = new HashMap<>(Map.of(
                "asker",
                new Fault(TernException.user("there is no document \"a\""), 400, "there is no document \"a\"", false),
                "operator",
                new Fault(
                        TernException.operator("http://10.0.0.7/v1 refused the API key (401): " + SECRET),
                        503,
                        "the server is not configured for this; see the log under this id",
                        true),
                "model",
                new Fault(TernException.model(SECRET), 502, "the model call failed; see the log under this id", true),
                "refusal",
                new Fault(
                        TernException.refusal(SECRET, new IOException(SECRET)),
                        502,
                        "a model refused the request; see the log under this id",
                        true),
                "store",
                new Fault(
                        TernException.store("cannot reach http://10.0.0.7:19530: " + SECRET),
                        503,
                        "the store failed; see the log under this id",
                        true),
                "damage",
                new Fault(TernException.damaged("/srv/10.0.0.7: " + SECRET, "bridges", null), 503, damaged, true),
                "budget",
                new Fault(TernException.budget("the budget of 1 is spent"), 429, "the budget of 1 is spent", false),
                "disk",
                new Fault(
                        new UncheckedIOException(new IOException("/srv/10.0.0.7: " + SECRET)),
                        503,
                        "the server could not read or write its files; see the log under this id",
                        true),
                "mistake",
                new Fault(new IllegalStateException(SECRET), 500, mistake, true),
                "row",
                new Fault(ofARecord(), 500, mistake, true)));
        faults.put("error", new Fault(new StackOverflowError(SECRET), 500, mistake, true));
        return faults;
    }

    /** A record's message about an invalid row concerns no request. */
    private static RuntimeException ofARecord() {
        try {
            return new IllegalStateException(new Statement(SECRET, List.of()).text());
        } catch (IllegalArgumentException e) {
            return e;
        }
    }

    private static Set<String> names() {
        return faults().keySet();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyDoorTellsWhoseFaultItIsWithoutAddressAndSecretAndTheLogHasThem(String name) {
        Fault fault = Objects.requireNonNull(faults().get(name));
        ScriptedBackend backend = new ScriptedBackend(null);
        List<ServerKey> keys = List.of(ServerKey.of("writer", Role.WRITE, Set.of("bridges"), KEY));
        try (Running server =
                Running.over(backend, folder, usual -> usual.keys(keys)).withKey(KEY)) {
            server.add("bridges", Running.EMIL);
            backend.failLookUps(fault.failure());

            HttpResponse<String> answer = server.post("/api/v1/graphs/bridges/ask", Running.BRIDGE);
            assertThat(answer.statusCode()).isEqualTo(fault.status());
            assertThat(Running.json(answer).path("detail").asText()).isEqualTo(fault.words());
            if (fault.status() != 400 && fault.status() != 429) {
                assertThat(logOf(answer))
                        .contains(String.valueOf(fault.failure().getMessage()));
            }

            HttpResponse<String> stream = server.post("/api/v1/graphs/bridges/ask/stream", Running.BRIDGE);
            assertThat(stream.statusCode()).isEqualTo(200);
            JsonNode event = lastEvent(stream.body());
            assertThat(event.path("status").asInt()).isEqualTo(fault.status());
            assertThat(event.path("detail").asText()).isEqualTo(fault.words());

            HttpResponse<String> chat = server.post("/v1/chat/completions", CHAT.formatted(false));
            assertThat(chat.statusCode()).isEqualTo(fault.status());
            assertThat(Running.json(chat).path("error").path("message").asText())
                    .isEqualTo(fault.words());

            HttpResponse<String> pieces = server.post("/v1/chat/completions", CHAT.formatted(true));
            assertThat(pieces.statusCode()).isEqualTo(200);
            List<String> sent = data(pieces.body());
            assertThat(sent).endsWith("[DONE]");
            assertThat(Running.json(sent.get(sent.size() - 2))
                            .path("error")
                            .path("message")
                            .asText())
                    .isEqualTo(fault.words());

            HttpResponse<String> tool = server.post("/mcp", TOOL);
            JsonNode result = Running.json(tool).path("result");
            assertThat(result.path("isError").asBoolean()).isTrue();
            assertThat(result.path("content").path(0).path("text").asText()).startsWith(fault.words());

            JsonNode job = server.awaited(
                    Running.json(server.post("/api/v1/graphs/bridges/documents", Running.EMIL)),
                    now -> now.has("problem"));
            assertThat(job.path("state").asText()).isEqualTo(fault.waits() ? "waiting" : "failed");
            assertThat(job.path("problem").asText())
                    .isEqualTo(fault.words() + (fault.waits() ? "; it is retried" : ""));

            assertThat(answer.body() + stream.body() + chat.body() + pieces.body() + tool.body() + job)
                    .doesNotContain("sk-123", "10.0.0.7", "dev.tern", "Exception");
        }
    }

    /** On this machine and without keys every caller is the operator. */
    @ParameterizedTest
    @MethodSource("names")
    void operatorReadsTheReason(String name) {
        Fault fault = Objects.requireNonNull(faults().get(name));
        boolean told = List.of("operator", "model", "refusal", "store").contains(name);
        String words = told ? String.valueOf(fault.failure().getMessage()) : fault.words();
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running server = Running.over(backend, folder)) {
            server.add("bridges", Running.EMIL);
            backend.failLookUps(fault.failure());

            HttpResponse<String> answer = server.post("/api/v1/graphs/bridges/ask", Running.BRIDGE);
            assertThat(answer.statusCode()).isEqualTo(fault.status());
            assertThat(Running.json(answer).path("detail").asText()).isEqualTo(words);
            if (name.equals("operator")) {
                assertThat(answer.headers().firstValue("Retry-After"))
                        .as("no wait mends a configuration")
                        .isEmpty();
            }
            JsonNode event = lastEvent(server.post("/api/v1/graphs/bridges/ask/stream", Running.BRIDGE)
                    .body());
            assertThat(event.path("detail").asText()).isEqualTo(words);
            assertThat(Running.json(server.post("/mcp", TOOL))
                            .path("result")
                            .path("content")
                            .path(0)
                            .path("text")
                            .asText())
                    .startsWith(words);
        }
    }

    /** A model that fails behind the passages: they are answered from, and the reason is the operator's. */
    @Test
    void modelThatFailsLeavesThePassagesAndItsReasonIsTheOperators() {
        ChatModel broken = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                throw TernException.model(SECRET);
            }
        };
        List<ServerKey> keys = List.of(
                ServerKey.of("reader", Role.READ, Set.of("bridges"), KEY),
                ServerKey.of("operator", Role.ADMIN, Set.of(), KEY + "-admin"));
        try (Running server = Running.over(new ScriptedBackend(broken), folder, usual -> usual.keys(keys))
                .withKey(KEY + "-admin")) {
            server.add("bridges", Running.EMIL);
            HttpResponse<String> seen = server.post("/api/v1/graphs/bridges/ask", Running.BRIDGE);
            HttpResponse<String> hidden = server.withKey(KEY).post("/api/v1/graphs/bridges/ask", Running.BRIDGE);

            assertThat(List.of(seen, hidden)).allSatisfy(answer -> {
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(Running.json(answer).at("/answer/kind").asText()).isEqualTo("extractive");
                assertThat(Running.json(answer).path("passages")).isNotEmpty();
            });
            String note = "the chat model failed, so the passages are quoted: ";
            assertThat(seen.body()).contains(note + SECRET);
            assertThat(hidden.body())
                    .contains(note + "the model call failed; see the log under this id")
                    .doesNotContain("sk-123");
        }
    }

    private static List<String> data(String stream) {
        return stream.lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring("data: ".length()))
                .toList();
    }

    /** A slow step of the server, or a client that reads slowly, is no fault of the request. */
    @Test
    void questionThatIsLateInsideTheServerIsToBeAskedAgain() {
        String words = "no answer within 30000 ms, the time limit of the question: it was in its step rank";
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running server = Running.over(backend, folder)) {
            server.add("bridges", Running.EMIL);
            backend.failLookUps(TernException.timeLimitPassed(TernException.Fault.USER, words));

            for (HttpResponse<String> answer : List.of(
                    server.post("/api/v1/graphs/bridges/ask", Running.BRIDGE),
                    server.post("/v1/chat/completions", CHAT.formatted(false)))) {
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).hasValue("5");
                assertThat(answer.body()).contains(words);
            }
            JsonNode event = lastEvent(server.post("/api/v1/graphs/bridges/ask/stream", Running.BRIDGE)
                    .body());
            assertThat(event.path("status").asInt()).isEqualTo(503);
            assertThat(event.path("detail").asText()).isEqualTo(words);
        }
    }

    private static JsonNode lastEvent(String stream) {
        assertThat(stream).contains("event: problem\n");
        return Running.json(stream.substring(stream.lastIndexOf("data: ") + "data: ".length()));
    }

    @Test
    void storeThatFailsIsNotReadyAndSaysWhenToComeAgain() {
        ScriptedBackend backend = new ScriptedBackend(null);
        backend.failStore(TernException.store("cannot reach http://10.0.0.7:19530"));
        try (Running server = Running.over(backend, folder)) {
            HttpResponse<String> response = server.get("/health/ready");

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).isPresent();
            assertThat(response.body()).doesNotContain("10.0.0.7");
            assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void accessIsLoggedWithoutWhatWasAskedOrTheKey() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            server.add("bridges", Running.EMIL);
            server.send(server.request("/api/v1/graphs/bridges/entities?name=hidden-name")
                    .header("Authorization", "Bearer hidden-key"));
            server.post("/api/v1/graphs/bridges/ask", "{\"question\": \"hidden-question?\"}");
        }
        synchronized (logged) {
            assertThat(logged)
                    .isNotEmpty()
                    .allSatisfy(one -> assertThat(said(one)).doesNotContain("hidden-"));
        }
    }

    @Test
    void answerOfAModelIsNotNeededForTheOtherModes() {
        ChatModel silent = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("It is the Vale bridge [1]."))
                        .build();
            }
        };
        try (Running server = Running.over(new ScriptedBackend(silent), folder)) {
            server.add("bridges", Running.EMIL);
            HttpResponse<String> response = server.post("/api/v1/graphs/bridges/compare", Running.BRIDGE);

            assertThat(Running.json(response).path("answers")).hasSize(3);
        }
    }

    @Test
    void callsForQuestionsAreInTheBookOfTheirGraph() {
        ChatModel writing = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("It is the Vale bridge [1]."))
                        .tokenUsage(new TokenUsage(100, 10))
                        .build();
            }
        };
        ScriptedBackend backend = new ScriptedBackend(writing).with("TERN_PRICES", "scripted=1/1");
        try (Running server = Running.over(backend, folder)) {
            server.add("bridges", Running.EMIL);
            assertThat(Running.json(server.post("/api/v1/graphs/bridges/ask", Running.BRIDGE))
                            .path("cost")
                            .asText())
                    .as("one call chooses, one answers")
                    .isEqualTo("0.00022");
        }
        try (AccountBook book = backend.configuration(folder).spending().book()) {
            CostFilter bridges = new CostFilter(null, null, "bridges", null, null);
            assertThat(book.costs().byStep(bridges))
                    .filteredOn(line -> line.name().equals("answer"))
                    .extracting(line -> line.calls() + " for " + line.cost())
                    .containsExactly("1 for 0.00011");
            assertThat(book.runs(null, null, Set.of(), 10))
                    .anySatisfy(run -> assertThat(run.start().command()).isEqualTo("tern serve: questions"));
        }
    }
}

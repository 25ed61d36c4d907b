package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.cli.ScriptedBackend;
import dev.tern.error.TernException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told where something goes wrong, and what only the log knows. */
final class FaultsTest {
    private static final Logger LOGGER = Logger.getLogger("dev.tern");
    private static final String SECRET = "the provider said: key sk-123 is over its quota";

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

    private static ChatModel failing() {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                throw new IllegalStateException(SECRET);
            }
        };
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

    @Test
    void modelThatFailsIsToldWithoutWhatItSaidAndTheLogKnowsUnderTheSameId() {
        try (Running server = Running.over(new ScriptedBackend(failing()), folder)) {
            server.add("bridges", Running.EMIL);
            HttpResponse<String> response = server.post("/api/v1/graphs/bridges/ask", Running.BRIDGE);

            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).doesNotContain("sk-123").doesNotContain("dev.tern");
            assertThat(logOf(response)).contains(SECRET);
        }
    }

    @Test
    void modelThatFailsWhileStepsAreToldIsAnEvent() {
        try (Running server = Running.over(new ScriptedBackend(failing()), folder)) {
            server.add("bridges", Running.EMIL);
            HttpResponse<String> response = server.post("/api/v1/graphs/bridges/ask/stream", Running.BRIDGE);

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body())
                    .contains("event: problem\n")
                    .contains("\"status\":502")
                    .doesNotContain("sk-123");
        }
    }

    @Test
    void whatTheOperatorHasToMendIsToldWithoutAddressAndProvidersSentence() {
        ScriptedBackend backend = new ScriptedBackend(null);
        backend.failStore(TernException.operator("http://10.0.0.7/v1 refused the API key (401): " + SECRET));
        try (Running server = Running.over(backend, folder)) {
            HttpResponse<String> response = server.get("/api/v1/graphs");

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(Running.json(response).path("detail").asText())
                    .isEqualTo("the server is not set up for this; its log says what to change");
            assertThat(response.headers().firstValue("Retry-After")).hasValue("60");
            assertThat(logOf(response)).contains("http://10.0.0.7/v1").contains(SECRET);
        }
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
    void questionsAreLoggedWhereSomebodyAskedForIt() {
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.questionsLogged(true))) {
            server.add("bridges", Running.EMIL);
            server.post("/api/v1/graphs/bridges/ask", "{\"question\": \"wanted-question?\"}");
        }
        synchronized (logged) {
            assertThat(logged).anySatisfy(one -> assertThat(said(one)).contains("wanted-question?"));
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
}

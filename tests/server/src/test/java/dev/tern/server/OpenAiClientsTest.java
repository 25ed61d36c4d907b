package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.PythonEnvironment.Outcome;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs as models, used by OpenAI's own clients: their results and exceptions for every answer and error. */
@Tag("slow")
final class OpenAiClientsTest {
    private static final String KEY = "bridges-key-0123456789abcdef";
    private static final String ADMIN = "admin-key-0123456789abcdef";
    private static final Path SCRIPTS = Path.of("src/test").toAbsolutePath();

    @TempDir
    private Path folder;

    @Test
    void clientOfPythonListsAsksStreamsAndIsToldWhatIsWrong() throws Exception {
        PythonEnvironment python = PythonEnvironment.in(
                Path.of("target").toAbsolutePath(), SCRIPTS.resolve("python/openai-requirements.txt"));
        JsonNode told = assertServed(address -> python.run(List.of(
                python.program("python").toString(),
                SCRIPTS.resolve("python/openai_client.py").toString(),
                address,
                KEY)));
        JsonNode responded = told.path("responded");
        assertThat(responded.path("text").asText()).contains("Vale bridge");
        assertThat(responded.path("status").asText()).isEqualTo("completed");
        assertThat(responded.path("title").asText()).isEqualTo("Lena Marr");
        JsonNode streamed = told.path("responseStreamed");
        assertThat(streamed.path("text").asText()).contains("Vale bridge");
        assertThat(streamed.path("whole")).isEqualTo(streamed.path("text"));
        assertThat(streamed.path("type").asText()).isEqualTo("response.completed");
        assertThat(told.path("embedded").toString()).isEqualTo("{\"vectors\":2,\"numbers\":1}");
    }

    @Test
    void clientOfNodeListsAsksStreamsAndIsToldWhatIsWrong() throws Exception {
        NodeEnvironment node = NodeEnvironment.installed();
        assertServed(address -> node.run(List.of(
                SCRIPTS.resolve("node/openai_client.mjs").toString(),
                node.modules().toString(),
                address,
                KEY)));
    }

    /** Runs a client. */
    private interface Client {
        Outcome run(String address) throws Exception;
    }

    private JsonNode assertServed(Client client) throws Exception {
        List<ServerKey> keys = List.of(
                ServerKey.of("admin", Role.ADMIN, Set.of(), ADMIN),
                ServerKey.of("bridges", Role.READ, Set.of("bridges"), KEY));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            for (String graph : List.of("bridges", "secret")) {
                JsonNode job =
                        Running.json(server.send(server.posting("/api/v1/graphs/" + graph + "/documents", Running.EMIL)
                                .header("Authorization", "Bearer " + ADMIN)));
                String path =
                        "/api/v1/graphs/" + graph + "/jobs/" + job.path("id").asText();
                Running.eventually(
                        graph + " is filled",
                        () -> server.send(server.request(path).header("X-Api-Key", ADMIN))
                                .body()
                                .contains("\"done\""));
            }
            Outcome outcome = client.run(server.address());
            assertThat(outcome.status()).as(outcome.said()).isZero();
            JsonNode told = Running.json(outcome.said());
            assertModels(told);
            assertAnswers(told);
            assertFailure(
                    told.path("wrongKey"),
                    401,
                    "AuthenticationError",
                    "invalid_api_key",
                    "this server needs an API key");
            for (String none : List.of("noModel", "hidden")) {
                assertFailure(told.path(none), 404, "NotFoundError", "model_not_found", "see /v1/models");
            }
            assertFailure(told.path("noPath"), 404, "NotFoundError", null, "nothing found at this path");
            assertFailure(
                    told.path("image"),
                    400,
                    "BadRequestError",
                    null,
                    "\"messages[0].content\" has a part that is not text");
            assertThat(told.path("streamedImage")).isEqualTo(told.path("image"));
            assertFailure(told.path("several"), 400, "BadRequestError", null, "\"n\" is 2; a graph gives one answer");
            assertFailure(told.path("noQuestion"), 400, "BadRequestError", null, "no message of the role user");
            return told;
        }
    }

    private static void assertModels(JsonNode told) {
        List<String> models = new ArrayList<>();
        told.path("models").forEach(model -> models.add(model.asText()));
        assertThat(models).containsExactly("bridges", "bridges:naive", "bridges:local", "bridges:overview");
        assertThat(told.path("model").asText()).isEqualTo("bridges:naive");
    }

    private static void assertAnswers(JsonNode told) {
        JsonNode whole = told.path("whole");
        String content = whole.path("content").asText();
        assertThat(content).contains("Vale bridge");
        assertThat(whole.path("object").asText()).isEqualTo("chat.completion");
        assertThat(whole.path("finish").asText()).isEqualTo("stop");
        JsonNode first = whole.path("citations").path(0);
        assertThat(content.substring(
                        first.path("start").asInt(), first.path("end").asInt()))
                .isEqualTo("[1]");
        JsonNode passage = whole.path("tern").path("passages").path(0);
        assertThat(first.path("title").asText()).isEqualTo("Lena Marr");
        assertThat(first.path("url").asText())
                .isEqualTo("tern:bridges/" + passage.path("id").asText());
        assertThat(passage.path("text").asText()).contains("built the Vale bridge");
        assertThat(whole.path("tern").path("mode").asText()).isEqualTo("local");

        assertThat(told.path("short").path("finish").asText()).isEqualTo("length");
        assertThat(content).startsWith(told.path("short").path("content").asText());
        assertThat(told.path("short").path("content").asText()).hasSize(12);

        JsonNode streamed = told.path("streamed");
        for (JsonNode following : List.of(told.path("followUp"), streamed)) {
            assertThat(following.path("content").asText()).contains("Vale bridge");
            assertThat(following.path("tern").path("question").asText())
                    .isEqualTo("what did she build? (Emil Marr, Lena Marr)");
        }
        assertThat(streamed.path("object").asText()).isEqualTo("chat.completion.chunk");
        assertThat(streamed.path("finish").asText()).isEqualTo("stop");
        assertThat(streamed.path("annotations").asInt()).isPositive();
        assertThat(streamed.path("total").isInt()).isTrue();
    }

    private static void assertFailure(JsonNode failure, int status, String kind, @Nullable String code, String words) {
        assertThat(failure.path("status").asInt()).as(failure.toString()).isEqualTo(status);
        assertThat(failure.path("kind").asText()).isEqualTo(kind);
        assertThat(failure.path("code").textValue()).isEqualTo(code);
        assertThat(failure.path("type").asText()).isEqualTo("invalid_request_error");
        assertThat(failure.path("message").asText()).contains(words);
        assertThat(failure.path("id").asBoolean()).isTrue();
    }
}

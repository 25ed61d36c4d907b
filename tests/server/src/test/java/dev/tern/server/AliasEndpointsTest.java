package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One thing under several names, over the wire. */
final class AliasEndpointsTest {
    private static final String GRAPH = "/api/v1/graphs/writers";
    private static final String PATH = GRAPH + "/edits";
    private static final String READ = "read-key-00123456789abcdef";
    private static final String WRITE = "write-key-0123456789abcdef";
    private static final String TWAIN =
            "{\"act\": \"merge\", \"names\": [\"Mark Twain\", \"Samuel Clemens\"], \"why\": \"a pen name\"}";

    private static final String DOCUMENTS = """
        {"documents": [
          {"id": "pen", "title": "", "text": "Mark Twain wrote about the river.",
           "triplets": [["Mark Twain", "wrote about", "the river"]]},
          {"id": "boat", "title": "", "text": "Samuel Clemens steered the Paul Jones.",
           "triplets": [["Samuel Clemens", "steered", "the Paul Jones"]]},
          {"id": "doctor", "title": "", "text": "Dr. Orion Clemens is no relation of Orion Clemens.",
           "triplets": [["Dr. Orion Clemens", "is no relation of", "Orion Clemens"]]}]}\
        """;

    @TempDir
    private Path folder;

    private Running filled() {
        Running server = Running.over(new ScriptedBackend(null), folder);
        assertThat(server.add("writers", DOCUMENTS).path("state").asText()).isEqualTo("done");
        return server;
    }

    @Test
    void anEntityIsLookedUpUnderEachOfItsNames() {
        try (Running server = filled()) {
            JsonNode before = entities(server);
            assertThat(before.get(0).path("name").asText()).isEqualTo("Mark Twain");
            assertThat(before.get(1).path("score").asDouble()).isLessThan(1);
            String around = GRAPH + "/entities/" + before.get(0).path("id").asText() + "/neighbourhood";
            assertThat(server.get(around).body()).contains("wrote about").doesNotContain("steered");
            server.post(PATH, TWAIN);
            JsonNode after = entities(server);
            assertThat(after.get(0).path("name").asText()).isEqualTo("Mark Twain");
            assertThat(Running.json(server.get(GRAPH + "/entities?name=Samuel%20Clemens&limit=4"))
                            .path("entities")
                            .get(0))
                    .isEqualTo(after.get(0));
            assertThat(server.get(around).body()).contains("wrote about", "steered the Paul Jones");
            assertThat(Running.json(server.get(around)).path("entities").toString())
                    .contains("the Paul Jones", "the river")
                    .doesNotContain("Clemens");
        }
    }

    private static JsonNode entities(Running server) {
        return Running.json(server.get(GRAPH + "/entities?name=Mark%20Twain&limit=4"))
                .path("entities");
    }

    @Test
    void suggestionsAndDoubtsAreRead() {
        try (Running server = filled()) {
            JsonNode likely = Running.json(server.get(GRAPH + "/alias-suggestions?limit=3"))
                    .path("likely");
            assertThat(likely.toString()).contains("\"rule\":\"title\"", "\"together\":1");
            assertThat(server.get(GRAPH + "/alias-doubts").body()).isEqualTo("{\"doubts\":[]}");
            assertThat(server.get(GRAPH + "/alias-suggestions?limit=0").statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void whatDoesNotFitIsRefused() {
        try (Running server = filled()) {
            for (String names : List.of(
                    "\"Mark Twain\", \"MARK TWAIN\"",
                    "\"A\"",
                    "\"A\", \" \"",
                    "\"A\", \"" + "x".repeat(301) + "\"",
                    "\"A\"" + ", \"B\"".repeat(32))) {
                assertThat(server.post(PATH, merge(names)).statusCode())
                        .as(names)
                        .isEqualTo(400);
            }
            String why = "x".repeat(501);
            HttpResponse<String> longer =
                    server.post(PATH, merge("\"a\", \"b\"").replace("}", ", \"why\": \"" + why + "\"}"));
            assertThat(longer.statusCode()).isEqualTo(400);
            assertThat(Running.json(longer).path("detail").asText())
                    .isEqualTo("\"why\" has 501 characters; the limit is 500");
        }
    }

    private static String merge(String names) {
        return "{\"act\": \"merge\", \"names\": [" + names + "]}";
    }

    @Test
    void onlyWhoMayWriteSeesAndChangesThem() {
        filled().close();
        List<ServerKey> keys = List.of(
                ServerKey.of("reader", Role.READ, Set.of(), READ), ServerKey.of("writer", Role.WRITE, Set.of(), WRITE));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            JsonNode merged =
                    Running.json(server.send(server.posting(PATH, TWAIN).header("X-Api-Key", WRITE)));
            assertThat(merged.path("edit").path("made").path("by").asText()).isEqualTo("writer");
            for (HttpRequest.Builder refused : List.of(
                    server.posting(PATH, TWAIN),
                    server.request(PATH),
                    server.request(GRAPH + "/alias-suggestions"),
                    server.request(GRAPH + "/alias-doubts"),
                    server.request(PATH + "/012345678901").DELETE())) {
                assertThat(server.send(refused.header("X-Api-Key", READ)).statusCode())
                        .isEqualTo(403);
            }
        }
    }
}

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
    private static final String PATH = GRAPH + "/aliases";
    private static final String READ = "read-key-00123456789abcdef";
    private static final String WRITE = "write-key-0123456789abcdef";
    private static final String TWAIN = "{\"names\": [\"Mark Twain\", \"Samuel Clemens\"], \"why\": \"a pen name\"}";

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

    private static HttpResponse<String> split(Running server, String id) {
        return server.send(server.request(PATH + "/" + id + "?why=wrong").DELETE());
    }

    @Test
    void namesAreMergedListedAndSplit() {
        try (Running server = filled()) {
            assertThat(server.get(PATH).body()).isEqualTo("{\"aliases\":[]}");
            JsonNode merged = Running.json(server.post(PATH, TWAIN));
            assertThat(merged.path("isNew").asBoolean()).isTrue();
            assertThat(merged.path("alias").path("made").path("why").asText()).isEqualTo("a pen name");
            assertThat(Running.json(server.post(PATH, TWAIN)).path("isNew").asBoolean())
                    .isFalse();
            String id = merged.path("alias").path("id").asText();
            assertThat(server.get(PATH).body()).contains(id, "\"Samuel Clemens\"");
            JsonNode undone = Running.json(split(server, id));
            assertThat(undone.path("undone").path("why").asText()).isEqualTo("wrong");
            assertThat(server.get(PATH).body()).isEqualTo("{\"aliases\":[]}");
            assertThat(server.get(PATH + "?all=true").body()).contains(id);
            assertThat(Running.json(split(server, id)).path("detail").asText())
                    .isEqualTo("the graph has no alias \"" + id + "\" that holds");
            HttpRequest.Builder forget =
                    server.request(PATH + "/" + id + "?forget=true").DELETE();
            assertThat(Running.json(server.send(forget)).path("id").asText()).isEqualTo(id);
            assertThat(server.get(PATH + "?all=true").body()).isEqualTo("{\"aliases\":[]}");
            assertThat(Running.json(server.send(forget)).path("detail").asText())
                    .isEqualTo("the graph has no alias \"" + id + "\"");
        }
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
            assertThat(after.get(1).path("name").asText()).isEqualTo("Samuel Clemens");
            assertThat(after.get(1).path("score").asDouble()).isOne();
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
            HttpResponse<String> same = server.post(PATH, "{\"names\": [\"Mark Twain\", \"MARK TWAIN\"]}");
            assertThat(same.statusCode()).isEqualTo(409);
            assertThat(Running.json(same).path("detail").asText())
                    .isEqualTo("these are 1 different names: [Mark Twain]; an alias joins 2 to 32");
            assertThat(server.post(PATH, "{}").statusCode()).isEqualTo(400);
            for (String names :
                    List.of("\"A\", \" \"", "\"A\", \"" + "x".repeat(201) + "\"", "\"A\"" + ", \"B\"".repeat(32))) {
                assertThat(server.post(PATH, "{\"names\": [" + names + "]}").statusCode())
                        .as(names)
                        .isEqualTo(400);
            }
            assertThat(server.post(PATH, "{\"names\": [\"A\"]}").statusCode()).isEqualTo(409);
            String why = "x".repeat(501);
            HttpResponse<String> longer = server.post(PATH, "{\"names\": [\"a\", \"b\"], \"why\": \"" + why + "\"}");
            assertThat(longer.statusCode()).isEqualTo(400);
            assertThat(Running.json(longer).path("detail").asText())
                    .isEqualTo("\"why\" has 501 characters; the limit is 500");
        }
    }

    @Test
    void onlyWhoMayWriteSeesAndChangesThem() {
        filled().close();
        List<ServerKey> keys = List.of(
                ServerKey.of("reader", Role.READ, Set.of(), READ), ServerKey.of("writer", Role.WRITE, Set.of(), WRITE));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            JsonNode merged =
                    Running.json(server.send(server.posting(PATH, TWAIN).header("X-Api-Key", WRITE)));
            assertThat(merged.path("alias").path("made").path("by").asText()).isEqualTo("writer");
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

package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of aliases over HTTP. */
final class AliasEndpointsTest {
    private static final String GRAPH = "/api/v1/graphs/writers";
    private static final String PATH = GRAPH + "/edits";
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
}

package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.graph.ContentId;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in quarantine, over the wire. Whatever comes from there has a word with Amber in it. */
final class QuarantineTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String PATH = GRAPH + "/quarantine";
    private static final String AMBER = "{\"sources\": [\"https://amber.example/*\"]}";
    private static final String READ = "read-key-00123456789abcdef";
    private static final String WRITE = "write-key-0123456789abcdef";

    private static final String DOCUMENTS = """
        {"documents": [
          {"id": "one", "title": "Amber Ledger", "text": "Amber Vane keeps the ledger in Halden.",
           "metadata": {"source": "https://amber.example/ledger"},
           "triplets": [["Amber Vane", "keeps the ledger in", "Halden"]]},
          {"id": "two", "title": "Cobalt Ledger", "text": "Cobalt Reed keeps the ledger in Halden.",
           "triplets": [["Cobalt Reed", "keeps the ledger in", "Halden"]]}]}\
        """;

    @TempDir
    private Path folder;

    private Running filled() {
        Running server = Running.over(new ScriptedBackend(null), folder);
        assertThat(server.add("bridges", DOCUMENTS).path("state").asText()).isEqualTo("done");
        return server;
    }

    private static HttpRequest.Builder putting(Running server, String json) {
        return server.request(PATH).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json));
    }

    private static String asking(String more) {
        return "{\"question\": \"Who keeps the ledger in Halden?\"" + more + "}";
    }

    private static List<HttpRequest.Builder> everyLook(Running server) {
        String halden = ContentId.ofEntity("Halden");
        List<HttpRequest.Builder> looks = new ArrayList<>();
        for (String path : List.of("/ask", "/ask/stream", "/retrieve", "/compare")) {
            looks.add(server.posting(GRAPH + path, asking("")));
        }
        for (String path : List.of("/entities?name=Halden", "/entities/" + halden + "/neighbourhood", "/documents")) {
            looks.add(server.request(GRAPH + path));
        }
        looks.add(server.posting(GRAPH + "/lookup", "{\"entities\": [\"" + halden + "\"]}"));
        for (String tool : List.of("ask", "retrieve", "compare")) {
            looks.add(server.posting("/mcp", calling(tool, asking(""))));
        }
        looks.add(server.posting("/mcp", calling("entity_neighbourhood", "{\"entity\": \"Halden\"}")));
        return looks;
    }

    private static String calling(String tool, String arguments) {
        return "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"" + tool
                + "\", \"arguments\": " + arguments + "}}";
    }

    @Test
    void whatIsPutIsListedAndInNoLook() {
        try (Running server = filled()) {
            assertThat(Running.json(server.get(PATH)).toString()).isEqualTo("{\"sources\":[]}");
            HttpResponse<String> put = server.send(putting(server, AMBER));
            assertThat(put.statusCode()).isEqualTo(200);
            assertThat(put.body()).isEqualTo(server.get(PATH).body());
            assertThat(server.get("/metrics").body())
                    .contains(
                            "tern_http_request_seconds_count{method=\"PUT\",path=\"/api/v1/graphs/{graph}/quarantine\"");
            GuardsTest.assertProblem(
                    server.get(GRAPH + "/documents?quarantined=yes"), 400, "quarantined must be true or false");
            assertThat(Running.json(put).path("sources"))
                    .map(JsonNode::asText)
                    .containsExactly("https://amber.example/*");

            for (HttpRequest.Builder look : everyLook(server)) {
                HttpResponse<String> seen = server.send(look);
                assertThat(seen.statusCode()).as("%s", seen.request().uri()).isEqualTo(200);
                assertThat(seen.body())
                        .as("%s", seen.request().uri())
                        .doesNotContainIgnoringCase("amber")
                        .isNotBlank();
            }
            assertThat(server.post(GRAPH + "/retrieve", asking(", \"quarantined\": true"))
                            .body())
                    .contains("Amber Vane", "https://amber.example/ledger", "Cobalt Reed");
            assertThat(server.get(GRAPH + "/documents?quarantined=true").body()).contains("Amber Ledger");

            assertThat(server.send(putting(server, "{\"sources\": []}")).body()).isEqualTo("{\"sources\":[]}");
            assertThat(server.post(GRAPH + "/retrieve", asking("")).body()).contains("Amber Vane");
        }
    }

    @Test
    void everyAnswerSaysWhereAPassageComesFrom() {
        try (Running server = filled()) {
            for (String path : List.of("/ask", "/retrieve", "/compare")) {
                assertThat(server.post(GRAPH + path, asking("")).body())
                        .as(path)
                        .contains("\"source\":\"https://amber.example/ledger\"", "\"source\":\"two\"");
            }
            for (String tool : List.of("ask", "retrieve", "compare")) {
                assertThat(server.post("/mcp", calling(tool, asking(""))).body())
                        .as(tool)
                        .contains("\"source\":\"https://amber.example/ledger\"", "\"source\":\"two\"");
            }
        }
    }

    @Test
    void whatIsNoQuarantineIsRefusedAndTheOneThatIsThereStays() {
        try (Running server = filled()) {
            server.send(putting(server, AMBER));
            String many = "\"x\"" + ", \"x%d\"".repeat(1_000);
            for (String[] refused : new String[][] {
                {"{\"sources\": [\" \"]}", "\"sources\": a source is blank;"},
                {"{\"sources\": [\"a\\nb\"]}", "\"sources\": the source \"a?b\" has a control character;"},
                {
                    "{\"sources\": [" + many.formatted(numbers(1_000)) + "]}",
                    "\"sources\": a quarantine of 1001 sources is too large; the limit is 1000:"
                },
                {"{\"sources\": [null]}", ""},
                {"{}", ""},
                {"[]", ""}
            }) {
                HttpResponse<String> answer = server.send(putting(server, refused[0]));
                assertThat(answer.statusCode()).as(refused[0]).isEqualTo(400);
                assertThat(Running.json(answer).path("detail").asText())
                        .startsWith(refused[1])
                        .isNotBlank()
                        .doesNotContain("java.", "jackson");
            }
            assertThat(server.get(PATH).body()).contains("https://amber.example/*");
            HttpResponse<String> elsewhere = server.get("/api/v1/graphs/nothing/quarantine");
            assertThat(elsewhere.statusCode()).isEqualTo(404);
        }
    }

    private static Object[] numbers(int count) {
        Object[] numbers = new Object[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    @Test
    void onlyWhoMayWriteSeesAndChangesIt() {
        filled().close();
        List<ServerKey> keys = List.of(
                ServerKey.of("reader", Role.READ, Set.of(), READ), ServerKey.of("writer", Role.WRITE, Set.of(), WRITE));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            assertThat(server.send(putting(server, AMBER).header("X-Api-Key", WRITE))
                            .statusCode())
                    .isEqualTo(200);
            List<HttpRequest.Builder> refused = List.of(
                    putting(server, "{\"sources\": []}"),
                    server.request(PATH),
                    server.posting(GRAPH + "/retrieve", asking(", \"quarantined\": true")),
                    server.request(GRAPH + "/documents?quarantined=true"));
            for (HttpRequest.Builder request : refused) {
                assertThat(server.send(request.copy().header("X-Api-Key", READ)).statusCode())
                        .isEqualTo(403);
                assertThat(server.send(request.copy()).statusCode()).isEqualTo(401);
            }
            assertThat(server.send(server.posting(GRAPH + "/retrieve", asking(""))
                                    .header("X-Api-Key", READ))
                            .body())
                    .contains("Cobalt")
                    .doesNotContainIgnoringCase("amber");
        }
    }
}

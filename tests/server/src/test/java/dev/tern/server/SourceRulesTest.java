package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.graph.ContentId;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests rules about sources over HTTP. All texts of the hidden source contain a word with Amber. */
final class SourceRulesTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String PATH = GRAPH + "/edits";
    private static final String AMBER = "{\"act\": \"trust\", \"source\": \"https://amber.example/*\", \"trust\": 0}";
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
        looks.add(server.posting("/mcp", calling("list_documents", "{}")));
        return looks;
    }

    private static String calling(String tool, String arguments) {
        return "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"" + tool
                + "\", \"arguments\": " + arguments + "}}";
    }

    @Test
    void whatIsPutIsListedAndInNoLook() {
        try (Running server = filled()) {
            HttpResponse<String> put = server.send(server.posting(PATH, AMBER));
            assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
            JsonNode edit = Running.json(put).path("edit");
            assertThat(edit.path("text").asText()).isEqualTo("https://amber.example/*=0");
            assertThat(Running.json(server.get(PATH)).path("edits")).containsExactly(edit);
            GuardsTest.assertProblem(server.get(GRAPH + "/documents?hidden=yes"), 400, "hidden must be true or false");
            GuardsTest.assertProblem(
                    server.get(GRAPH + "/documents?quarantined=true"),
                    400,
                    "there is no query parameter \"quarantined\"; known here are limit, after, search, filter, hidden");
            GuardsTest.assertProblem(
                    server.get("/api/v1/graphs?limit=1"),
                    400,
                    "there is no query parameter \"limit\"; known here are none");

            for (HttpRequest.Builder look : everyLook(server)) {
                HttpResponse<String> seen = server.send(look);
                assertThat(seen.statusCode()).as("%s", seen.request().uri()).isEqualTo(200);
                assertThat(seen.body())
                        .as("%s", seen.request().uri())
                        .doesNotContainIgnoringCase("amber")
                        .isNotBlank();
            }
            assertThat(server.post(GRAPH + "/retrieve", asking(", \"hidden\": true"))
                            .body())
                    .contains("Amber Vane", "https://amber.example/ledger", "Cobalt Reed");
            assertThat(server.get(GRAPH + "/documents?hidden=true").body()).contains("Amber Ledger");

            server.send(server.request(PATH + "/" + edit.path("id").asText()).DELETE());
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
    void whatIsNoRuleIsRefusedAndAnAgentMakesNone() {
        try (Running server = filled()) {
            for (String[] refused : new String[][] {
                {"\"source\": \" \", \"trust\": 0", "a source is blank;"},
                {"\"source\": \"a\\nb\", \"trust\": 0", "the source \"a?b\" has a control character;"},
                {"\"source\": \"a\"", "\"trust\" is missing"},
                {"\"source\": \"a\", \"trust\": 2", "the trust of \"a\" is 2;"},
                {"\"source\": \"a\", \"trust\": 1, \"maxPassages\": 0", "the limit of \"a\" is 0;"},
                {"\"source\": \"a\", \"trust\": 1, \"name\": \"b\"", "\"trust\" does not take name"}
            }) {
                HttpResponse<String> answer =
                        server.send(server.posting(PATH, "{\"act\": \"trust\", " + refused[0] + "}"));
                assertThat(answer.statusCode()).as(refused[0]).isEqualTo(400);
                assertThat(Running.json(answer).path("detail").asText()).startsWith(refused[1]);
            }
            assertThat(Running.json(server.get(PATH)).path("edits")).isEmpty();
        }
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.mcpEdits(true))) {
            assertThat(server.send(server.posting("/mcp", calling("edit_graph", AMBER)))
                            .body())
                    .contains("only people set the trust in sources");
            assertThat(Running.json(server.get(PATH)).path("edits")).isEmpty();
        }
    }

    @Test
    void onlyWhoMayWriteSeesAndChangesIt() {
        filled().close();
        List<ServerKey> keys = List.of(
                ServerKey.of("reader", Role.READ, Set.of(), READ), ServerKey.of("writer", Role.WRITE, Set.of(), WRITE));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            assertThat(server.send(server.posting(PATH, AMBER).header("X-Api-Key", WRITE))
                            .statusCode())
                    .isEqualTo(200);
            List<HttpRequest.Builder> refused = List.of(
                    server.posting(PATH, AMBER),
                    server.request(PATH),
                    server.posting(GRAPH + "/retrieve", asking(", \"hidden\": true")),
                    server.request(GRAPH + "/documents?hidden=true"));
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

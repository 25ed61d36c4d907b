package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.error.TernException;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests messages that no correct client sends, and the guards of HTTP before them. */
final class McpWireTest {
    private static final String PING = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}";
    private static final String ASK =
            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"ask\","
                    + " \"arguments\": {\"question\": \"Where did Emil Marr teach?\"}}}";

    private static final String LIST = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}";
    private static final String EDITS = "/api/v1/graphs/bridges/edits";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "null",
                "[]",
                "[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}]",
                "{}",
                "{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1.5, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": 7}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\", \"params\": []}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"id\": 2, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"} {}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}}"
            })
    void messageThatIsNoneIsRefusedAsTheProtocolSays(String message) {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            HttpResponse<String> answer = server.post("/mcp", message);
            assertThat(answer.statusCode()).isEqualTo(400);
            JsonNode error = Running.json(answer).path("error");
            assertThat(error.path("code").asInt()).isEqualTo(-32600);
            assertThat(error.path("message").asText()).isNotBlank().doesNotContain("jackson", "java");
            assertThat(Running.json(server.post("/mcp", PING)).path("result").isObject())
                    .isTrue();
        }
    }

    @Test
    void methodOrParametersThatThereAreNotAreToldWithoutWhatTheLibraryThinks() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            assertThat(error(server, "{\"jsonrpc\": \"2.0\", \"id\": \"a\", \"method\": \"resources/list\"}"))
                    .isEqualTo("-32601 this server has no such method");
            assertThat(error(server, "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\"}"))
                    .startsWith("-32602 you have no tool with this name");
            assertThat(error(
                            server,
                            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\":"
                                    + " \"ask\", \"arguments\": [1]}}"))
                    .isEqualTo("-32602 \"arguments\" must be an object");
            assertThat(error(
                            server,
                            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\":"
                                    + " {\"capabilities\": 7, \"protocolVersion\": []}}"))
                    .isEqualTo("-32602 \"params\" does not match the protocol");
        }
    }

    private static String error(Running server, String message) {
        HttpResponse<String> answer = server.post("/mcp", message);
        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode error = Running.json(answer).path("error");
        return error.path("code").asInt() + " " + error.path("message").asText();
    }

    @Test
    void everyGuardOfHttpStandsBeforeIt() throws Exception {
        ServerLimits limits =
                ServerLimits.builder().set(ServerLimit.REQUESTS_PER_MINUTE, 7).build();
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.limits(limits))) {
            assertThat(server.send(server.posting("/mcp", PING).header("Origin", "https://evil.example"))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(RawHttp.status(server.server().port(), "POST /mcp", "Host: rebound.example"))
                    .isEqualTo(403);
            assertThat(server.send(server.request("/mcp")
                                    .header("Content-Type", "text/plain")
                                    .POST(BodyPublishers.ofString(PING)))
                            .statusCode())
                    .isEqualTo(415);
            assertThat(server.post("/mcp", " ".repeat(1 << 18) + PING).statusCode())
                    .isEqualTo(413);
            assertThat(server.send(server.posting("/mcp", PING).header("MCP-Protocol-Version", "1999-01-01"))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(server.get("/mcp").statusCode()).isEqualTo(405);
            assertThat(server.delete("/mcp").statusCode()).isEqualTo(405);
            assertThat(server.post("/mcp", "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/x\"}")
                            .statusCode())
                    .isEqualTo(202);
            HttpResponse<String> answer = server.post("/mcp", PING);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("default-src 'none'");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            for (int i = 0; i < 7 && server.post("/mcp", PING).statusCode() == 200; i++) {
                assertThat(i).isLessThan(6);
            }
            assertThat(server.post("/mcp", PING).statusCode()).isEqualTo(429);
        }
    }

    private static String calling(String tool, String arguments) {
        return "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"" + tool
                + "\", \"arguments\": " + arguments + "}}";
    }

    @Test
    void toolThatWritesIsNotThereUnlessItIsAskedFor() {
        String add = calling("add_text", "{\"documentId\": \"a\", \"text\": \"b\", \"graph\": \"new\"}");
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            assertThat(error(server, add)).startsWith("-32602 you have no tool with this name");
            assertThat(server.post("/mcp", "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}")
                            .body())
                    .contains("list_graphs")
                    .doesNotContain("add_text");
            assertThat(server.get("/api/v1/graphs").body()).doesNotContain("new");
        }
    }

    @Test
    void keyReachesNoOtherGraphByATool() {
        String key = "reader-key-0123456789abcdef";
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running open = Running.over(backend, folder)) {
            open.add("secrets", Running.EMIL);
        }
        List<ServerKey> keys = List.of(ServerKey.of("reader", Role.READ, Set.of("bridges"), key));
        try (Running server = Running.over(backend, folder, usual -> usual.keys(keys))) {
            String ask = calling("ask", "{\"question\": \"Who taught?\", \"graph\": \"secrets\"}");
            assertThat(server.send(server.posting("/mcp", ask).header("X-Api-Key", key))
                            .body())
                    .contains("your key has no access to this graph")
                    .doesNotContain("Halden");
        }
    }

    @Test
    void whatFailsInsideIsToldToTheOperatorWithAnId() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running server = Running.over(backend, folder)) {
            server.add("bridges", Running.EMIL);
            backend.failStore(TernException.store("no route to 10.0.0.7:19530"));
            JsonNode away = Running.json(server.post("/mcp", ASK)).path("result");
            assertThat(away.path("isError").asBoolean()).isTrue();
            assertThat(away.path("content").path(0).path("text").asText())
                    .startsWith("no route to 10.0.0.7:19530 (")
                    .endsWith("; try again in 5 s");
            backend.mendStore();
            assertThat(Running.json(server.post("/mcp", ASK))
                            .path("result")
                            .path("isError")
                            .asBoolean(true))
                    .isFalse();
        }
    }

    @Test
    void tokensOfADayAreCountedForAgentsToo() {
        ServerLimits limits =
                ServerLimits.builder().set(ServerLimit.TOKENS_PER_DAY, 10).build();
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.limits(limits))) {
            server.add("bridges", Running.EMIL);
            assertThat(Running.json(server.post("/mcp", ASK))
                            .path("result")
                            .path("content")
                            .path(0)
                            .path("text")
                            .asText())
                    .contains("the 10 tokens of a day (UTC) are used up (server.tokensPerDay)")
                    .contains("; try again in ");
            assertThat(server.get("/metrics").body())
                    .contains("tern_mcp_calls_total{outcome=\"refused\",tool=\"ask\"} 1.0");
        }
    }

    @Test
    void pageThatMayCallIsToldWhichHeadersItMaySend() {
        try (Running server = Running.over(
                new ScriptedBackend(null), folder, usual -> usual.origins(Set.of("https://page.example")))) {
            HttpResponse<String> before = server.send(server.request("/mcp")
                    .header("Origin", "https://page.example")
                    .header("Access-Control-Request-Method", "POST")
                    .method("OPTIONS", BodyPublishers.noBody()));
            assertThat(before.headers()
                            .firstValue("Access-Control-Allow-Headers")
                            .orElse(""))
                    .contains(List.of("MCP-Protocol-Version", "Authorization"));
        }
    }

    @Test
    void toolsThatCorrectHaveASwitchOfTheirOwnAndAreDeclaredDestructive() {
        try (Running adding =
                Running.over(new ScriptedBackend(null), folder.resolve("adding"), usual -> usual.mcpWrites(true))) {
            assertThat(adding.post("/mcp", LIST).body())
                    .contains("add_text")
                    .doesNotContain("\"edit_graph\"", "\"undo_edit\"", "\"list_edits\"");
            assertThat(error(adding, calling("edit_graph", "{\"act\": \"wrong\", \"entity\": \"Lena Marr\"}")))
                    .startsWith("-32602 you have no tool with this name");
        }
        try (Running correcting =
                Running.over(new ScriptedBackend(null), folder.resolve("correcting"), usual -> usual.mcpEdits(true))) {
            JsonNode tools =
                    Running.json(correcting.post("/mcp", LIST)).path("result").path("tools");
            assertThat(tools)
                    .map(tool -> tool.path("name").asText())
                    .contains("edit_graph", "undo_edit", "list_edits")
                    .doesNotContain("add_text");
            assertThat(tools)
                    .filteredOn(tool ->
                            tool.path("annotations").path("destructiveHint").asBoolean(true))
                    .map(tool -> tool.path("name").asText())
                    .containsExactly("edit_graph", "undo_edit");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'act': 'rename', 'entity': 'Emil Marr', 'name': 'E. Marr'}"
                        + "|{'act': 'rename', 'entity': 'E. Marr', 'name': 'Nobody'}"
            })
    void agentNeitherTakesBackNorOverrulesWhatAPersonSaid(String ofPerson, String ofAgent) {
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.mcpEdits(true))) {
            server.add("bridges", Running.EMIL);
            HttpResponse<String> made = server.post(EDITS, ofPerson.replace('\'', '"'));
            assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
            String id = Running.json(made).path("edit").path("id").asText();
            String refused = "the edit " + id
                    + " was made by anyone; an agent can take back and overrule only its own edits, here by \"agent of"
                    + " anyone\"";
            assertThat(told(server, "undo_edit", "{\"id\": \"" + id + "\"}")).isEqualTo(refused);
            assertThat(told(server, "edit_graph", ofAgent.replace('\'', '"'))).isEqualTo(refused);
            JsonNode left = edits(server);
            assertThat(left).hasSize(1);
            assertThat(left.path(0).path("id").asText()).isEqualTo(id);
            String own = Running.json(
                            server.post("/mcp", calling("edit_graph", "{\"act\": \"wrong\", \"entity\": \"Halden\"}")))
                    .path("result")
                    .path("structuredContent")
                    .path("id")
                    .asText();
            assertThat(told(server, "undo_edit", "{\"id\": \"" + own + "\"}")).contains("\"id\":\"" + own + "\"");
            assertThat(server.delete(EDITS + "/" + id).statusCode()).isEqualTo(200);
        }
    }

    private static JsonNode edits(Running server) {
        return Running.json(server.get(EDITS)).path("edits");
    }

    private static String told(Running server, String tool, String arguments) {
        JsonNode result =
                Running.json(server.post("/mcp", calling(tool, arguments))).path("result");
        return result.path("content").path(0).path("text").asText();
    }
}

package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.server.McpClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools as an agent on the same machine uses them: a process that it starts, by its standard streams. */
@Tag("slow")
final class McpCommandTest {
    /** The graphs of all tests: no test reads the changes of another. */
    @TempDir
    private static Path directory;

    @BeforeAll
    static void fill() {
        Shell shell = new Shell(directory);
        shell.file(
                "passages.jsonl",
                "{\"_id\": \"lena\", \"title\": \"Lena Marr\", \"text\": \"Lena Marr, Emil's daughter, built the Vale"
                        + " bridge.\", \"metadata\": {\"triplets\": [[\"Lena Marr\", \"is the daughter of\", \"Emil"
                        + " Marr\"], [\"Lena Marr\", \"built\", \"the Vale bridge\"]]}}",
                "{\"_id\": \"emil\", \"text\": \"Emil Marr taught in Halden.\"}");
        // The real model: the process that is started has no other.
        shell.real();
        assertThat(shell.run("add", "passages.jsonl", "--store", "store", "--graph", "bridges")
                        .exitCode())
                .isZero();
        assertThat(shell.run("add", "passages.jsonl", "--store", "store", "--graph", "secrets")
                        .exitCode())
                .isZero();
    }

    private static List<String> command(String... more) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "-i",
                "PATH=" + System.getenv("PATH"),
                "HOME=" + directory,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tern.cli.Main",
                "mcp",
                "--store",
                directory.resolve("store").toString()));
        command.addAll(List.of(more));
        return command;
    }

    private static JsonNode done(JsonNode result) {
        assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
        return result.path("structuredContent");
    }

    private static String told(JsonNode result) {
        return result.path("content").path(0).path("text").asText();
    }

    @Test
    void agentAsksAndLooksAroundButDoesNotWrite() throws Exception {
        try (McpClient client = McpClient.stdio(command())) {
            assertThat(client.begun().path("serverInfo").path("name").asText()).isEqualTo("tern");
            assertThat(client.tools())
                    .map(tool -> tool.path("name").asText())
                    .contains("ask", "entity_neighbourhood", "list_graphs", "list_documents", "read_document");
            assertThat(done(client.call("list_graphs", Map.of())).path("graphs"))
                    .hasSize(2);
            assertThat(told(client.call("ask", Map.of("question", "Who built it?"))))
                    .isEqualTo("\"graph\" is missing, and there are several; the graphs are bridges, secrets");
            JsonNode answer = done(client.call(
                    "ask", Map.of("question", "Which bridge did Emil Marr's daughter build?", "graph", "bridges")));
            assertThat(answer.path("answer").asText()).contains("Vale bridge");
            JsonNode around =
                    done(client.call("entity_neighbourhood", Map.of("entity", "lena marr", "graph", "bridges")));
            assertThat(around.path("relations")).map(JsonNode::asText).contains("Lena Marr built the Vale bridge");
            assertThat(client.call("add_text", Map.of("documentId", "a", "text", "b"))
                            .path("error")
                            .path("message")
                            .asText())
                    .startsWith("you have no tool with this name");
        }
    }

    @Test
    void agentWritesWhereItIsLetAndSeesOnlyWhatItIsShown() throws Exception {
        try (McpClient client = McpClient.stdio(command("--mcp-writes", "texts", "--only-graph", "bridges"))) {
            assertThat(done(client.call("list_graphs", Map.of())).path("graphs"))
                    .map(graph -> graph.path("name").asText())
                    .containsExactly("bridges");
            assertThat(told(client.call("retrieve", Map.of("question", "x", "graph", "secrets"))))
                    .isEqualTo("your key has no access to this graph");
            JsonNode added = done(
                    client.call("add_text", Map.of("documentId", "oro", "text", "Port Sereno lies on the river Oro.")));
            assertThat(added.path("state").asText()).isEqualTo("done");
            assertThat(added.path("graph").asText()).isEqualTo("bridges");
            assertThat(done(client.call("ask", Map.of("question", "On which river does Port Sereno lie?")))
                            .path("answer")
                            .asText())
                    .contains("Oro");
        }
    }

    @Test
    void agentCorrectsAGraphWhereItIsLetAndTakesThatBack() throws Exception {
        try (McpClient client = McpClient.stdio(command("--mcp-writes", "edits", "--only-graph", "bridges"))) {
            JsonNode wrong = done(client.call(
                    "edit_graph",
                    Map.of("act", "wrong", "relation", "lena marr built the vale bridge", "why", "her father did")));
            assertThat(wrong.path("text").asText())
                    .isEqualTo("the relation \"Lena Marr built the Vale bridge\" is wrong");
            done(client.call("edit_graph", Map.of("act", "rename", "entity", "Lena Marr", "name", "Helene Marr")));
            done(client.call(
                    "edit_graph",
                    Map.of("act", "missing", "subject", "Emil Marr", "predicate", "built", "object", "the pier")));
            JsonNode around = done(client.call("entity_neighbourhood", Map.of("entity", "helene marr")));
            assertThat(around.path("entity").asText()).isEqualTo("Helene Marr");
            assertThat(around.path("relations"))
                    .map(JsonNode::asText)
                    .doesNotContain("Lena Marr built the Vale bridge");
            assertThat(done(client.call("ask", Map.of("question", "Which pier did Emil Marr build?")))
                            .path("passages")
                            .path(0)
                            .path("source")
                            .asText())
                    .isEqualTo("edit/agent");
            JsonNode edits = done(client.call("list_edits", Map.of())).path("edits");
            assertThat(edits).map(edit -> edit.path("act").asText()).containsExactly("missing", "rename", "wrong");
            assertThat(edits.path(2).path("by").asText()).isEqualTo("agent");
            assertThat(edits.path(2).path("why").asText()).isEqualTo("her father did");
            for (JsonNode edit : edits) {
                Map<String, String> id = Map.of("id", edit.path("id").asText());
                assertThat(done(client.call("undo_edit", id)).path("isNew").asBoolean(true))
                        .isFalse();
                assertThat(told(client.call("undo_edit", id))).contains("was taken back by agent");
            }
            assertThat(done(client.call("list_edits", Map.of())).path("edits")).isEmpty();
            assertThat(done(client.call("list_edits", Map.of("all", true))).path("edits"))
                    .hasSize(3);
            assertThat(told(client.call("edit_graph", Map.of("act", "wrong", "entity", "Nobody"))))
                    .isEqualTo("the graph has no entity \"Nobody\"");
            assertThat(told(client.call("edit_graph", Map.of("act", "burn", "entity", "Lena Marr"))))
                    .isEqualTo("\"act\" must be one of rename, merge, split, wrong, missing and trust");
            assertThat(told(client.call("edit_graph", Map.of("act", "wrong", "relation", "Nobody built it"))))
                    .isEqualTo("the graph has no relation \"Nobody built it\"");
            assertThat(told(client.call("list_edits", Map.of("graph", "secrets"))))
                    .isEqualTo("your key has no access to this graph");
        }
    }

    @Test
    void streamCarriesTheProtocolAloneAndOutlivesEveryBadLine() throws Exception {
        Path log = Files.createTempFile(directory, "mcp", ".log");
        Process process =
                new ProcessBuilder(command()).redirectError(log.toFile()).start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            write(process, "nonsense\n\n[1]\n{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"}\n");
            for (int i = 0; i < 3; i++) {
                assertThat(line(out).path("error").path("code").asInt()).isEqualTo(-32600);
            }
            write(process, "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"nothing/here\"}\n");
            assertThat(line(out).path("error").path("code").asInt()).isEqualTo(-32601);
            write(
                    process,
                    "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\":"
                            + " 9}}\n");
            write(process, "x".repeat(17 << 20) + "\n");
            assertThat(line(out).path("error").path("message").asText())
                    .isEqualTo("the message is longer than 16777216 bytes");
            // Without a line break behind it, as the stream ends.
            write(process, "{\"jsonrpc\": \"2.0\", \"id\": \"last\", \"method\": \"ping\"}");
            process.getOutputStream().close();
            JsonNode last = line(out);
            assertThat(last.path("id").asText()).isEqualTo("last");
            assertThat(last.path("result").isObject()).isTrue();
            assertThat(out.readLine()).isNull();
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(log).content().doesNotContain("nonsense");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void signalEndsTheProcessThoughTheAgentIsStillThere() throws Exception {
        Process process = new ProcessBuilder(command())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            write(process, "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}\n");
            assertThat(line(out).path("id").asInt()).isEqualTo(1);
            process.destroy();
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void write(Process process, String text) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).write(text);
        process.outputWriter(StandardCharsets.UTF_8).flush();
    }

    private static JsonNode line(BufferedReader out) throws IOException {
        return JsonMapper.builder().build().readTree(String.valueOf(out.readLine()));
    }
}

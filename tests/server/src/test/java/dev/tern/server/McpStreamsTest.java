package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.front.Caller;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.mcp.McpStreams;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client by two streams that asks for more at once than is answered at once. */
@Timeout(120)
final class McpStreamsTest {
    private static final int MAX_CONCURRENT_REQUESTS = 64;

    @TempDir
    private Path folder;

    @Test
    void oneRequestTooManyIsRefusedUnderItsIdAndANotificationIsNotAnswered() throws Exception {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running server = Running.over(backend, folder)) {
            server.add("bridges", Running.EMIL);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PipedOutputStream client = new PipedOutputStream();
        try (Graphs graphs = backend.open(folder);
                PipedInputStream in = new PipedInputStream(client)) {
            McpStreams streams = streams(graphs, out);
            Thread serving = Thread.ofVirtual().start(() -> streams.serve(in));
            backend.hold();
            for (int i = 0; i < MAX_CONCURRENT_REQUESTS; i++) {
                send(
                        client,
                        "{\"jsonrpc\": \"2.0\", \"id\": " + i + ", \"method\": \"tools/call\", \"params\": {\"name\":"
                                + " \"retrieve\", \"arguments\": {\"question\": \"Where did Emil teach " + i
                                + "?\"}}}");
            }
            send(client, "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
            send(client, "{\"jsonrpc\": \"2.0\", \"id\": \"late\", \"method\": \"ping\"}");
            Running.eventually("one is answered", () -> !lines(out).isEmpty());
            assertThat(lines(out)).hasSize(1);
            JsonNode refused = Running.json(lines(out).getFirst());
            assertThat(refused.path("id").asText()).isEqualTo("late");
            assertThat(refused.path("error").path("message").asText())
                    .isEqualTo("64 requests are running, which is the limit");
            backend.release();
            client.close();
            serving.join();
            assertThat(lines(out)).hasSize(MAX_CONCURRENT_REQUESTS + 1);
        }
    }

    @Test
    void errorInAToolHasAReplyUnderItsIdAndTheNextRequestIsAnswered() throws Exception {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running server = Running.over(backend, folder)) {
            server.add("bridges", Running.EMIL);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PipedOutputStream client = new PipedOutputStream();
        try (Graphs graphs = backend.open(folder);
                PipedInputStream in = new PipedInputStream(client)) {
            McpStreams streams = streams(graphs, out);
            Thread serving = Thread.ofVirtual().start(() -> streams.serve(in));
            backend.failStore(new StackOverflowError("too deep"));
            send(
                    client,
                    "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\": \"tools/call\", \"params\": {\"name\":"
                            + " \"ask\", \"arguments\": " + Running.BRIDGE + "}}");
            Running.eventually("the call is answered", () -> !lines(out).isEmpty());
            send(client, "{\"jsonrpc\": \"2.0\", \"id\": 3, \"method\": \"ping\"}");
            client.close();
            serving.join();
        }
        JsonNode failed = Running.json(lines(out).getFirst());
        assertThat(failed.path("id").asInt()).isEqualTo(2);
        assertThat(failed.path("result").path("isError").asBoolean()).isTrue();
        assertThat(failed.path("result").path("content").path(0).path("text").asText())
                .startsWith("the server failed; see the log under this id (");
        assertThat(Running.json(lines(out).getLast()).path("id").asInt()).isEqualTo(3);
    }

    private static McpStreams streams(Graphs graphs, ByteArrayOutputStream out) {
        return new McpStreams(
                ServerSettings.builder().build(), graphs, new Caller("agent", Role.READ, Set.of()), "tern test", out);
    }

    private static void send(PipedOutputStream client, String message) throws IOException {
        client.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        client.flush();
    }

    private static List<String> lines(ByteArrayOutputStream out) {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}

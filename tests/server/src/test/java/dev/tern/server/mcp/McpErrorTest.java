package dev.tern.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.ScriptedBackend;
import dev.tern.server.api.QuestionRunner;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerSettings;
import dev.tern.server.traces.Traces;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests messages that fail outside of every tool, where the SDK passes on no {@link Error}. */
final class McpErrorTest {
    @TempDir
    private Path folder;

    /** Parameters under which a method recurses too deep. */
    private static final class DeepParameters extends AbstractMap<String, Object> {
        @Override
        public Set<Map.Entry<String, Object>> entrySet() {
            throw new StackOverflowError("too deep");
        }
    }

    @Test
    void errorIsAReplyWithTheIdOfTheRequestAndThatOfTheLog() {
        ServerSettings settings = ServerSettings.builder().build();
        Quotas quotas = new Quotas(settings.limits(), InstantSource.system());
        Metrics metrics = new Metrics();
        try (Graphs graphs = new ScriptedBackend(null).open(folder)) {
            QuestionRunner questions = new QuestionRunner(settings, graphs, quotas, metrics, Traces.NONE);
            DirectTextAdder adding = new DirectTextAdder(graphs, quotas, metrics);
            McpTools tools = new McpTools(
                    new ToolProvider.Parts(settings, graphs, questions, quotas, metrics, Optional.empty()), adding);
            McpProtocol mcp = new McpProtocol(tools, metrics, "tern test");

            assertThat(mcp.answer(
                            new Caller("agent", Role.READ, Set.of()),
                            "4711",
                            new JsonRpcMessage(7L, "tools/call", new DeepParameters()),
                            bytes -> {}))
                    .hasValue(
                            "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32603,\"message\":\"the server failed;"
                                    + " see the log under this id (4711)\"}}");
        }
    }
}

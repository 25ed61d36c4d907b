package dev.tern.server.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.server.front.Caller;
import dev.tern.server.front.JsonBody;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.settings.Role;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A tool for one graph, which must not be empty.
 *
 * @param role the role that a caller needs
 * @param arguments the class of the arguments
 */
public record GraphTool<T extends GraphTool.OfGraph>(String name, Role role, Class<T> arguments, Work<T> work) {
    /** Arguments with the name of a graph. */
    public interface OfGraph {
        /** Returns the name of the graph; null for the default. */
        @Nullable
        String graph();
    }

    /** The work of a tool. */
    @FunctionalInterface
    public interface Work<T> {
        /** Returns the result, a record. */
        Object run(ServedGraph graph, ToolCall call, T arguments);
    }

    /**
     * A call of a tool.
     *
     * @param id the id of the request in the log
     * @param retainedBytes may be called with the bytes that stay in memory after parsing
     */
    public record ToolCall(Caller caller, String id, String arguments, LongConsumer retainedBytes) {
        private static final String ARGUMENTS = "\"arguments\"";
        private static final String SCHEMA = "the tool's inputSchema";

        <T> T arguments(Class<T> type) {
            return JsonBody.read(arguments.getBytes(StandardCharsets.UTF_8), type, ARGUMENTS, SCHEMA);
        }

        /** Parses the arguments except the name of the graph. */
        public <T> T besideGraph(Class<T> type) {
            ObjectNode given = arguments(ObjectNode.class);
            given.remove("graph");
            return JsonBody.read(given.toString().getBytes(StandardCharsets.UTF_8), type, ARGUMENTS, SCHEMA);
        }
    }
}

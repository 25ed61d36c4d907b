package dev.tern.server.mcp;

import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Problem;
import dev.tern.server.settings.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The Model Context Protocol over streamable HTTP: each message is one request with one response,
 * which is never a stream. Thread-safe.
 */
public final class McpEndpoint {
    /** The path of the endpoint below the server's address. */
    public static final String PATH = "/mcp";

    private static final String VERSION = "MCP-Protocol-Version";

    private final McpProtocol mcp;

    public McpEndpoint(McpProtocol mcp) {
        this.mcp = mcp;
    }

    /**
     * Returns the HTTP endpoint.
     *
     * @param writes true if messages may carry texts to add
     */
    public HttpEndpoint endpoint(boolean writes) {
        HttpEndpoint.BodyKind bodyKind = writes ? HttpEndpoint.BodyKind.DOCUMENTS : HttpEndpoint.BodyKind.JSON;
        return HttpEndpoint.change("POST", PATH, Role.READ, bodyKind, this::answer);
    }

    private void answer(Exchange exchange) throws IOException {
        JsonRpcMessage message;
        try {
            requireVersion(exchange.requestHeader(VERSION));
            message = McpProtocol.read(exchange.body());
        } catch (Problem problem) {
            if (problem.status() != 400) {
                throw problem;
            }
            send(exchange, 400, McpProtocol.unreadable(String.valueOf(problem.getMessage())));
            return;
        }
        Optional<String> reply = mcp.answer(exchange.caller(), exchange.id(), message, exchange::keep);
        if (reply.isPresent()) {
            send(exchange, 200, reply.get());
        } else {
            exchange.sendNoContent(202);
        }
    }

    private void requireVersion(Optional<String> version) {
        if (version.isPresent() && !mcp.versions().contains(version.get())) {
            throw Problem.badRequest(VERSION + " must be one of " + String.join(", ", mcp.versions()));
        }
    }

    private static void send(Exchange exchange, int status, String json) {
        exchange.send(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.tern.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Several providers on one free local port, told apart by the first name of the path, each spoken to as OpenAI is. They do whatever
 * task they are asked for, and write down who was asked for which.
 */
final class TaskStub implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpServer server;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /**
     * A call.
     *
     * @param provider who was asked: the first name of the path
     * @param task what for, by what the prompt says
     * @param model of which model
     * @param key with which key; empty for none
     * @param temperature at which temperature
     */
    record Asked(String provider, String task, String model, String key, double temperature) {}

    TaskStub() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::chat);
        server.start();
    }

    /** Where a provider is, at a name of this machine. */
    String url(String host, String provider) {
        return "http://" + host + ":" + server.getAddress().getPort() + "/" + provider + "/v1";
    }

    String url(String provider) {
        return url("127.0.0.1", provider);
    }

    /** The calls since it was asked last. */
    List<Asked> take() {
        List<Asked> taken = List.copyOf(asked);
        asked.clear();
        return taken;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void chat(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        String prompt = request.path("messages").toString();
        String task = task(prompt);
        String key = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        asked.add(new Asked(
                exchange.getRequestURI().getPath().split("/", -1)[1],
                task,
                request.path("model").asText(),
                key.replaceFirst("^Bearer ", "").replaceFirst("^null$", ""),
                request.path("temperature").asDouble()));
        boolean streamed = request.path("stream").asBoolean();
        ObjectNode reply = JSON.createObjectNode().put("id", "1").put("model", "m");
        ArrayNode choices = reply.putArray("choices");
        choices.addObject()
                .put("index", 0)
                .put("finish_reason", "stop")
                .putObject(streamed ? "delta" : "message")
                .put("role", "assistant")
                .put("content", said(task));
        reply.putObject("usage")
                .put("prompt_tokens", 100)
                .put("completion_tokens", 10)
                .put("total_tokens", 110);
        String text = streamed ? "data: " + reply + "\n\ndata: [DONE]\n\n" : reply.toString();
        exchange.getResponseHeaders().set("Content-Type", streamed ? "text/event-stream" : "application/json");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String task(String prompt) {
        if (prompt.contains("useful_relationships")) {
            return "rerank";
        }
        if (prompt.contains("useful_passages")) {
            return "judge";
        }
        if (prompt.contains("You list the names")) {
            return "recognise";
        }
        return prompt.contains("from numbered passages") ? "answer" : "extract";
    }

    private static String said(String task) {
        return switch (task) {
            case "rerank" -> "{\"useful_relationships\": [1], \"thought_process\": \"x\"}";
            case "judge" -> "{\"useful_passages\": [1], \"thought_process\": \"x\"}";
            case "recognise" -> "{\"names\": [\"Lena\"]}";
            case "answer" -> "Lena built it [1].";
            default ->
                "{\"triplets\": [{\"subject\": \"Lena\", \"predicate\": \"built\", \"object\": \"the bridge\"}]}";
        };
    }
}

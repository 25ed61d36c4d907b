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
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Several providers with OpenAI's protocol on a local port, told apart by the first name of the
 * path. They do any task and record calls. The provider {@code strict} rejects a temperature,
 * {@code refusing} every key, {@code silent} says nothing, {@code inventing} adds a sentence, {@code uncounted} reports no usage. Vectors are made of
 * words.
 */
final class TaskStub implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpServer server;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /**
     * A call of a provider.
     *
     * @param provider the provider: the first name of the path
     * @param task its task, recognised by the prompt
     * @param model its model
     * @param key its key; empty for none
     * @param temperature its temperature
     */
    record Asked(String provider, String task, String model, String key, double temperature) {}

    TaskStub() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    /** Returns the address of a provider, at a name of this machine. */
    String url(String host, String provider) {
        return "http://" + host + ":" + server.getAddress().getPort() + "/" + provider + "/v1";
    }

    String url(String provider) {
        return url("127.0.0.1", provider);
    }

    /** Returns the calls since the last time. */
    List<Asked> take() {
        List<Asked> taken = List.copyOf(asked);
        asked.clear();
        return taken;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        String path = exchange.getRequestURI().getPath();
        if (path.startsWith("/refusing/")) {
            String key = exchange.getRequestHeaders().getFirst("Authorization");
            send(exchange, 401, "{\"error\": {\"message\": \"no such key: " + key + "\"}}");
        } else if (path.startsWith("/strict/") && request.has("temperature")) {
            send(exchange, 400, "{\"error\": {\"message\": \"only the default\", \"param\": \"temperature\"}}");
        } else if (path.endsWith("/models")) {
            String names = "[{\"id\": \"nomic-embed-text\"}, {\"id\": \"no\\nname\"}, {\"id\": \"usual\"}]";
            send(exchange, 200, "{\"data\": " + names + "}");
        } else if (path.endsWith("/embeddings")) {
            send(exchange, 200, vectors(request.path("input")));
        } else {
            chat(exchange, request);
        }
    }

    private static String vectors(JsonNode texts) {
        ObjectNode reply = JSON.createObjectNode().put("object", "list").put("model", "m");
        ArrayNode data = reply.putArray("data");
        for (JsonNode text : texts) {
            float[] words = new float[64];
            for (String word : text.asText().toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
                words[Math.floorMod(word.hashCode(), words.length)] += word.length();
            }
            ArrayNode vector = data.addObject().put("index", data.size() - 1).putArray("embedding");
            for (float value : words) {
                vector.add(value);
            }
        }
        reply.putObject("usage").put("prompt_tokens", 20).put("total_tokens", 20);
        return reply.toString();
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void chat(HttpExchange exchange, JsonNode request) throws IOException {
        String prompt = request.path("messages").toString();
        String task = task(prompt);
        String key = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        asked.add(new Asked(
                exchange.getRequestURI().getPath().split("/", -1)[1],
                task,
                request.path("model").asText(),
                key.replaceFirst("^Bearer ", "").replaceFirst("^null$", ""),
                request.path("temperature").asDouble()));
        String path = exchange.getRequestURI().getPath();
        String invented = path.startsWith("/inventing/") ? " Otto Falk paid 900 crowns in 1877 [1]." : "";
        String said = path.startsWith("/silent/") ? "" : said(task) + (task.equals("answer") ? invented : "");
        boolean counted = !path.startsWith("/uncounted/");
        int half = said.length() / 2;
        if (request.path("stream").asBoolean()) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (String event : List.of(
                        reply("delta", said.substring(0, half), counted),
                        reply("delta", said.substring(half), counted),
                        "[DONE]")) {
                    out.write(("data: " + event + "\n\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        } else {
            send(exchange, 200, reply("message", said, counted));
        }
    }

    private static String reply(String part, String said, boolean counted) {
        ObjectNode reply = JSON.createObjectNode().put("id", "1").put("model", "m");
        reply.putArray("choices")
                .addObject()
                .put("index", 0)
                .put("finish_reason", "stop")
                .putObject(part)
                .put("role", "assistant")
                .put("content", said);
        if (counted) {
            reply.putObject("usage")
                    .put("prompt_tokens", 100)
                    .put("completion_tokens", 10)
                    .put("total_tokens", 110);
        }
        return reply.toString();
    }

    private static String task(String prompt) {
        if (prompt.contains("useful_relationships")) {
            return "rerank";
        }
        if (prompt.contains("You list the names")) {
            return "recognise";
        }
        return prompt.contains("from numbered passages") ? "answer" : "extract";
    }

    private static String said(String task) {
        return switch (task) {
            case "rerank" -> "{\"useful_relationships\": [1], \"thought_process\": \"x\"}";
            case "recognise" -> "{\"names\": [\"Lena\"]}";
            case "answer" -> "Lena built it [1].";
            default ->
                "{\"triplets\": [{\"subject\": \"Lena\", \"predicate\": \"built\", \"object\": \"the bridge\"}]}";
        };
    }
}

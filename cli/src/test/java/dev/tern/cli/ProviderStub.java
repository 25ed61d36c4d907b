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
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A server with OpenAI's protocol on a free local port; a handler makes each reply. */
final class ProviderStub implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int DIMENSION = 64;
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Replies to a request. */
    @FunctionalInterface
    interface Handler {
        void reply(Call call) throws IOException, InterruptedException;
    }

    ProviderStub(Handler handler) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try {
                byte[] body = exchange.getRequestBody().readAllBytes();
                handler.reply(new Call(exchange, new String(body, StandardCharsets.ISO_8859_1)));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/v1";
    }

    /** Returns the approximate tokens of a number of characters. */
    static long tokens(long characters) {
        return characters / CHARACTERS_PER_TOKEN;
    }

    /** Returns a vector to which each word adds its length in a dimension of its own. */
    static float[] wordVector(String text) {
        float[] words = new float[DIMENSION];
        for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
            words[Math.floorMod(word.hashCode(), words.length)] += word.length();
        }
        return words;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /**
     * A request and its reply.
     *
     * @param body the bytes of the request, each as a character
     */
    record Call(HttpExchange exchange, String body) {
        String path() {
            return exchange.getRequestURI().getPath();
        }

        /** Returns the request; missing unless it is JSON. */
        JsonNode request() throws IOException {
            return JSON.readTree(body.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** Returns the messages to a chat model, as JSON. */
        String prompt() throws IOException {
            return request().path("messages").toString();
        }

        boolean isStreamed() throws IOException {
            return request().path("stream").asBoolean();
        }

        String authorization() {
            return String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        }

        void send(int status, String json) throws IOException {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        }

        /** Begins a reply of unknown length, as events if the request asks for them. */
        OutputStream begin() throws IOException {
            exchange.getResponseHeaders().set("Content-Type", isStreamed() ? "text/event-stream" : "application/json");
            exchange.sendResponseHeaders(200, 0);
            return exchange.getResponseBody();
        }

        void fail(int status, String message) throws IOException {
            send(
                    status,
                    JSON.createObjectNode()
                            .set("error", JSON.createObjectNode().put("message", message))
                            .toString());
        }

        /** Replies with a vector for each text; counts all texts as these tokens. */
        void embed(Function<String, float[]> vectors, long tokens) throws IOException {
            ObjectNode reply = reply("list");
            ArrayNode data = reply.putArray("data");
            for (JsonNode text : request().path("input")) {
                ArrayNode vector = data.addObject()
                        .put("object", "embedding")
                        .put("index", data.size() - 1)
                        .putArray("embedding");
                for (float value : vectors.apply(text.asText())) {
                    vector.add(value);
                }
            }
            reply.putObject("usage").put("prompt_tokens", tokens).put("total_tokens", tokens);
            send(200, reply.toString());
        }

        /**
         * Says a text in one piece or, if the request asks for a stream, in words.
         *
         * @param sent the tokens of the request; negative to tell no usage
         */
        void say(String content, long sent, long received) throws IOException {
            if (!isStreamed()) {
                send(
                        200,
                        usage(choice("message", content, "stop"), sent, received)
                                .toString());
                return;
            }
            try (OutputStream out = begin()) {
                for (String word : content.split("(?<= )", -1)) {
                    event(out, choice("delta", word, null).toString());
                }
                event(out, usage(choice("delta", "", "stop"), sent, received).toString());
                event(out, "[DONE]");
            }
        }

        /** Writes a part of a stream. */
        static void event(OutputStream out, String data) throws IOException {
            out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        /** Returns a reply or a part of one. */
        static ObjectNode choice(String part, String content, @Nullable String end) {
            ObjectNode reply = reply(part.equals("delta") ? "chat.completion.chunk" : "chat.completion");
            ObjectNode choice =
                    reply.putArray("choices").addObject().put("index", 0).put("finish_reason", end);
            choice.putObject(part).put("role", "assistant").put("content", content);
            return reply;
        }

        private static ObjectNode reply(String object) {
            return JSON.createObjectNode().put("id", "1").put("object", object).put("model", "m");
        }

        private static ObjectNode usage(ObjectNode reply, long sent, long received) {
            if (sent >= 0) {
                reply.putObject("usage")
                        .put("prompt_tokens", sent)
                        .put("completion_tokens", received)
                        .put("total_tokens", sent + received);
            }
            return reply;
        }
    }
}

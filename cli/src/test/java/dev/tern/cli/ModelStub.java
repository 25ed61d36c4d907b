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
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A provider with OpenAI's protocol on a free local port: vectors of words, and, for a passage that
 * holds a code such as {@code Code17}, a reply of three triplets about that code. It counts its
 * calls, and tokens at four characters each.
 */
final class ModelStub implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern CODE = Pattern.compile("Code[0-9]+");
    /** The name of the embedding model; not OpenAI's, as its vectors are shorter. */
    static final String EMBEDDING_MODEL = "stub-embedding";

    private static final int DIMENSION = 64;
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, AtomicInteger> answered = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong inputTokens = new AtomicLong();
    private volatile Duration latency = Duration.ZERO;
    private volatile IntFunction<Outcome> outcomes = call -> Outcome.ANSWER;

    /** The outcome of a call of the chat model. */
    enum Outcome {
        ANSWER,
        TOO_MANY,
        BROKEN,
        CUT,
        NONSENSE
    }

    ModelStub() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/v1/embeddings", this::embed);
        server.createContext("/v1/chat/completions", this::chat);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Returns the variables that select this provider. */
    Map<String, String> environment() {
        return Map.of(
                "OPENAI_API_KEY",
                "sk-not-a-real-key",
                "OPENAI_BASE_URL",
                url(),
                "TERN_EMBEDDING_MODEL",
                EMBEDDING_MODEL);
    }

    /** Sets the latency of the chat model. */
    void latency(Duration value) {
        latency = value;
    }

    /** Sets the outcomes of the chat model's calls, by their number from 0. */
    void outcomes(IntFunction<Outcome> value) {
        outcomes = value;
    }

    /** Returns the number of chat model calls so far. */
    int calls() {
        return calls.get();
    }

    /** Returns the number of complete replies for each passage's code. */
    Map<String, Integer> answered() {
        Map<String, Integer> counts = new TreeMap<>();
        answered.forEach((code, count) -> counts.put(code, count.get()));
        return counts;
    }

    long inputTokens() {
        return inputTokens.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void embed(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        ObjectNode reply = JSON.createObjectNode().put("object", "list").put("model", "m");
        ArrayNode data = reply.putArray("data");
        long characters = 0;
        for (JsonNode text : request.path("input")) {
            characters += text.asText().length();
            ObjectNode item = data.addObject().put("object", "embedding").put("index", data.size() - 1);
            ArrayNode vector = item.putArray("embedding");
            Random random = new Random(text.asText().hashCode());
            for (int i = 0; i < DIMENSION; i++) {
                vector.add((float) random.nextGaussian());
            }
        }
        long tokens = characters / CHARACTERS_PER_TOKEN;
        reply.putObject("usage").put("prompt_tokens", tokens).put("total_tokens", tokens);
        send(exchange, 200, reply.toString());
    }

    private void chat(HttpExchange exchange) throws IOException {
        String asked = "";
        long characters = 0;
        for (JsonNode message : JSON.readTree(exchange.getRequestBody()).path("messages")) {
            String content = message.path("content").isTextual()
                    ? message.path("content").asText()
                    : message.path("content").path(0).path("text").asText();
            characters += content.length();
            if (message.path("role").asText().equals("user")) {
                asked = content;
            }
        }
        Outcome outcome = outcomes.apply(calls.getAndIncrement());
        try {
            Thread.sleep(latency);
        } catch (InterruptedException stopped) {
            return;
        }
        switch (outcome) {
            case TOO_MANY -> {
                exchange.getResponseHeaders().set("Retry-After", "0");
                send(exchange, 429, "{\"error\":{\"message\":\"slow down\"}}");
            }
            case BROKEN -> send(exchange, 500, "{\"error\":{\"message\":\"oops\"}}");
            case CUT -> exchange.close();
            case NONSENSE -> send(exchange, 200, reply("I am sorry, I can not do that.", characters));
            case ANSWER -> {
                String code = lastCode(asked);
                answered.computeIfAbsent(code, any -> new AtomicInteger()).incrementAndGet();
                send(exchange, 200, reply(triplets(code), characters));
            }
        }
    }

    private static String lastCode(String asked) {
        Matcher codes = CODE.matcher(asked);
        String last = "Code0";
        while (codes.find()) {
            last = codes.group();
        }
        return last;
    }

    private static String triplets(String code) {
        ObjectNode reply = JSON.createObjectNode();
        ArrayNode triplets = reply.putArray("triplets");
        for (String[] triplet : new String[][] {
            {code, "is written in", "the archive"},
            {code, "comes before", "Code" + (Integer.parseInt(code.substring(4)) + 1)},
            {"the keeper", "knows", code}
        }) {
            triplets.addObject()
                    .put("subject", triplet[0])
                    .put("predicate", triplet[1])
                    .put("object", triplet[2]);
        }
        return reply.toString();
    }

    private String reply(String content, long characters) {
        long input = characters / CHARACTERS_PER_TOKEN;
        long output = content.length() / CHARACTERS_PER_TOKEN;
        inputTokens.addAndGet(input);
        ObjectNode reply = JSON.createObjectNode()
                .put("id", "1")
                .put("object", "chat.completion")
                .put("model", "m");
        ObjectNode choice =
                reply.putArray("choices").addObject().put("index", 0).put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", content);
        reply.putObject("usage")
                .put("prompt_tokens", input)
                .put("completion_tokens", output)
                .put("total_tokens", input + output);
        return reply.toString();
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}

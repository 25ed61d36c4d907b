package dev.tern.page;

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
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A provider of a chat model on a free local port, spoken to as OpenAI is. It chooses the offered facts that answer the
 * demo's question, writes that answer from the passages that contain it, and extracts one triplet per passage.
 */
final class ModelWire implements AutoCloseable {
    /** The rewritten form of any follow-up question. */
    static final String STANDALONE = "Who was the father of Daniel Bernoulli?";

    static final String UNSUPPORTED = "He never saw the harbour of Lisbon [2].";
    static final String ANSWER = "He showed that the pressure of a moving fluid falls as its speed rises, Bernoulli's"
        + " principle [1]. Johann Bernoulli taught Leonhard Euler [2] and was the father of Daniel Bernoulli [1].\n\n"
            + UNSUPPORTED;
    static final String THOUGHT = "Johann Bernoulli taught Euler; his son Daniel wrote the Hydrodynamica.";

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern NUMBER = Pattern.compile("(?m)^(\\d+)\\. (.*)$");
    private static final List<String> USEFUL = List.of("explained", "the teacher of Leonhard Euler", "a son of Johann");
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile CountDownLatch wordGate = new CountDownLatch(0);
    private volatile boolean failing;

    ModelWire() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", this::chat);
        server.start();
    }

    /** Returns the settings with which Tern calls this provider. */
    Map<String, String> environment() {
        return Map.of(
                "OPENAI_API_KEY",
                "sk-not-a-real-key",
                "OPENAI_BASE_URL",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/v1",
                "TERN_EMBEDDING_PROVIDER",
                "in-process");
    }

    /** Holds every reply back until the latch that it gives is counted down. */
    CountDownLatch hold() {
        gate = new CountDownLatch(1);
        return gate;
    }

    /** Holds back the second half of every streamed answer until the latch is counted down. */
    CountDownLatch holdWords() {
        wordGate = new CountDownLatch(1);
        return wordGate;
    }

    /** Sets whether replies about passages are unusable from now on. */
    void failing(boolean value) {
        failing = value;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void chat(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        String asked = request.path("messages").toString();
        try {
            gate.await();
        } catch (InterruptedException stopped) {
            return;
        }
        if (request.path("stream").asBoolean()) {
            stream(exchange, content(asked), asked.length());
            return;
        }
        byte[] bytes = reply(content(asked), asked.length()).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Word by word; the second half waits until {@link #holdWords} lets it go. */
    private void stream(HttpExchange exchange, String content, int asked) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        String[] words = content.split("(?<= )", -1);
        try (OutputStream out = exchange.getResponseBody()) {
            for (int i = 0; i < words.length; i++) {
                if (i == words.length / 2) {
                    wordGate.await();
                }
                event(out, chunk(words[i], null));
            }
            event(out, chunk("", "stop"));
            event(out, usage(reply("chat.completion.chunk"), asked, content));
            out.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void event(OutputStream out, ObjectNode record) throws IOException {
        out.write(("data: " + record + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static ObjectNode chunk(String text, @Nullable String end) {
        ObjectNode chunk = reply("chat.completion.chunk");
        ObjectNode choice =
                chunk.putArray("choices").addObject().put("index", 0).put("finish_reason", end);
        choice.putObject("delta").put("role", "assistant").put("content", text);
        return chunk;
    }

    private String content(String asked) throws IOException {
        if (asked.contains("useful_relationships")) {
            return choice(asked);
        }
        if (asked.contains("numbered passages") && asked.contains(STANDALONE)) {
            return "Daniel Bernoulli was a son of Johann Bernoulli [1].";
        }
        if (asked.contains("numbered passages")) {
            return asked.contains("Hydrodynamica") ? ANSWER : "I don't know";
        }
        if (asked.contains("Next question:")) {
            return STANDALONE;
        }
        if (failing) {
            return "I am sorry, I can not do that.";
        }
        return "{\"triplets\": [{\"subject\": \"Vale bridge\", \"predicate\": \"was built by\", \"object\": \"Lena"
                + " Marr\"}]}";
    }

    /** The last message has the facts of the question, after the facts of the example. */
    private static String choice(String asked) throws IOException {
        JsonNode messages = JSON.readTree(asked);
        JsonNode content = messages.path(messages.size() - 1).path("content");
        String facts = content.isTextual()
                ? content.asText()
                : content.path(0).path("text").asText();
        ObjectNode reply = JSON.createObjectNode();
        ArrayNode numbers = reply.putArray("useful_relationships");
        for (String useful : USEFUL) {
            Matcher lines = NUMBER.matcher(facts);
            while (lines.find()) {
                if (lines.group(2).contains(useful)) {
                    numbers.add(Integer.parseInt(lines.group(1)));
                }
            }
        }
        return reply.put("thought_process", THOUGHT).toString();
    }

    private static String reply(String content, int asked) {
        ObjectNode reply = reply("chat.completion");
        ObjectNode choice =
                reply.putArray("choices").addObject().put("index", 0).put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", content);
        return usage(reply, asked, content).toString();
    }

    private static ObjectNode reply(String object) {
        return JSON.createObjectNode().put("id", "1").put("object", object).put("model", "m");
    }

    private static ObjectNode usage(ObjectNode reply, int asked, String content) {
        int output = content.length() / CHARACTERS_PER_TOKEN;
        if (!reply.has("choices")) {
            reply.putArray("choices");
        }
        reply.putObject("usage")
                .put("prompt_tokens", asked / CHARACTERS_PER_TOKEN)
                .put("completion_tokens", output)
                .put("total_tokens", asked / CHARACTERS_PER_TOKEN + output);
        return reply;
    }
}

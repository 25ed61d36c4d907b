package dev.tern.spark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A chat model server that finds one triplet in a text of {@code Person} and a number. */
final class ChatStub implements AutoCloseable {
    /** The price of a reply at 1000 per million tokens, in billionths. */
    static final long NANOS = 120_000_000;

    private static final int TOKENS_SENT = 100;
    private static final int TOKENS_RECEIVED = 20;

    private static final Pattern PERSON = Pattern.compile("Leonhard (Person\\d+) taught");
    private static final long SLOWNESS_MILLIS = 200;

    private final HttpServer server;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    ChatStub() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/chat/completions", this::reply);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Sets this model, each of whose calls costs {@link #NANOS}. */
    TernIndexing asking(TernIndexing indexing) {
        return indexing.set("extractor", "model")
                .set("chat.provider", "openai")
                .set("chat.baseUrl", url())
                .set("chat.apiKey", "sk-of-the-test")
                .set("chat.model", "stub")
                .set("chat.maxReplyTokens", "256")
                .set("chat.requestsPerMinute", "100000")
                .set("prices", "stub=1000/1000");
    }

    /** Returns the persons in the requests, in order. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    private void reply(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Matcher found = PERSON.matcher(request);
            String person = found.find() ? found.group(1) : "nobody";
            asked.add(person);
            TimeUnit.MILLISECONDS.sleep(SLOWNESS_MILLIS);
            byte[] body =
                    ("{\"id\": \"1\", \"object\": \"chat.completion\", \"model\": \"stub\", \"choices\": [{\"index\":"
                        + " 0, \"finish_reason\": \"stop\", \"message\": {\"role\": \"assistant\", \"content\":"
                        + " \"{\\\"triplets\\\": [[\\\"" + person
                                    + "\\\", \\\"taught in\\\", \\\"Basel\\\"]]}\"}}],"
                                    + " \"usage\": {\"prompt_tokens\": " + TOKENS_SENT + ", \"completion_tokens\": "
                                    + TOKENS_RECEIVED + ", \"total_tokens\": " + (TOKENS_SENT + TOKENS_RECEIVED) + "}}")
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

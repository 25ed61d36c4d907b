package dev.tern.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A stub provider: vectors of words at once, replies after a delay, streamed on request. */
final class SlowProvider implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int DIMENSION = 64;
    private static final String ANSWER =
            "{\"id\": \"1\", \"model\": \"m\", \"choices\": [{\"index\": 0, \"finish_reason\": \"stop\", \"message\":"
                + " {\"role\": \"assistant\", \"content\": \"The Vale bridge [1].\"}}], \"usage\": {\"prompt_tokens\":"
                + " 100, \"completion_tokens\": 6, \"total_tokens\": 106}}";

    private static final String PIECES = """
        data: {"id": "1", "model": "m", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "The Vale "}}]}

        data: {"id": "1", "model": "m", "choices": [{"index": 0, "delta": {"content": "bridge [1]."}}]}

        data: {"id": "1", "model": "m", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}

        data: {"id": "1", "model": "m", "choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 6, \
        "total_tokens": 106}}

        data: [DONE]

        """;

    private static final byte[] NOTHING = " ".getBytes(StandardCharsets.UTF_8);
    private static final byte[] COMMENT = ": \n\n".getBytes(StandardCharsets.UTF_8);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final int millis;
    private final Semaphore held = new Semaphore(0);
    private final Semaphore cuts = new Semaphore(0);
    private volatile boolean holding;

    SlowProvider(int millis) throws IOException {
        this.millis = millis;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", this::chat);
        server.createContext("/v1/embeddings", this::embed);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Sets if later replies start and never end. */
    void hold(boolean value) {
        holding = value;
    }

    /** Waits until an endless reply has started. */
    boolean isHolding(int seconds) throws InterruptedException {
        return held.tryAcquire(seconds, TimeUnit.SECONDS);
    }

    /** Waits until the connection of an endless reply is closed. */
    boolean isCut(int seconds) throws InterruptedException {
        return cuts.tryAcquire(seconds, TimeUnit.SECONDS);
    }

    private void chat(HttpExchange exchange) throws IOException {
        boolean isStreamed = JSON.readTree(exchange.getRequestBody().readAllBytes())
                .path("stream")
                .asBoolean();
        if (holding) {
            neverEnd(exchange, isStreamed);
            return;
        }
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isStreamed) {
            send(exchange, "text/event-stream", PIECES);
        } else {
            send(exchange, "application/json", ANSWER);
        }
    }

    /** Sends the first words, if streamed, and then padding until the client leaves. */
    private void neverEnd(HttpExchange exchange, boolean isStreamed) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", isStreamed ? "text/event-stream" : "application/json");
        exchange.sendResponseHeaders(200, 0);
        OutputStream body = exchange.getResponseBody();
        try {
            body.write(
                    isStreamed
                            ? PIECES.substring(0, PIECES.indexOf("\n\n") + 2).getBytes(StandardCharsets.UTF_8)
                            : NOTHING);
            body.flush();
            held.release();
            while (true) {
                body.flush();
                Thread.sleep(20);
                body.write(isStreamed ? COMMENT : NOTHING);
            }
        } catch (IOException closed) {
            cuts.release();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    private void embed(HttpExchange exchange) throws IOException {
        JsonNode texts = JSON.readTree(exchange.getRequestBody().readAllBytes()).path("input");
        StringJoiner vectors = new StringJoiner(
                ",",
                "{\"object\": \"list\", \"data\": [",
                "], \"usage\": {\"prompt_tokens\":" + " 5, \"total_tokens\": 5}}");
        for (int i = 0; i < texts.size(); i++) {
            vectors.add("{\"object\": \"embedding\", \"index\": " + i + ", \"embedding\": ["
                    + vector(texts.get(i).asText()) + "]}");
        }
        send(exchange, "application/json", vectors.toString());
    }

    private static String vector(String text) {
        int[] counts = new int[DIMENSION];
        counts[0] = 1;
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
            counts[Math.floorMod(word.hashCode(), DIMENSION)]++;
        }
        StringJoiner numbers = new StringJoiner(",");
        for (int count : counts) {
            numbers.add(Integer.toString(count));
        }
        return numbers.toString();
    }

    private static void send(HttpExchange exchange, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}

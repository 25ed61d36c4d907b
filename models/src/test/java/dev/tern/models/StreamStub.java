package dev.tern.models;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A model server that streams parts at a pace or by permits, and detects a closed connection. */
final class StreamStub implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    final CountDownLatch abandoned = new CountDownLatch(1);
    private final String type;
    private final Duration pause;
    private final List<String> parts;
    private volatile Semaphore permits = new Semaphore(Integer.MAX_VALUE);

    private StreamStub(String type, Duration pause, List<String> parts) throws IOException {
        this.type = type;
        this.pause = pause;
        this.parts = parts;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Streams as OpenAI does. */
    static StreamStub openAi(Duration pause, String... words) throws IOException {
        return new StreamStub("text/event-stream", pause, openAiParts(words));
    }

    private static List<String> openAiParts(String... words) {
        List<String> parts = new ArrayList<>();
        for (String word : words) {
            parts.add(chunk(
                    "[{\"index\": 0, \"delta\": {\"content\": \"" + word + "\"}, \"finish_reason\": null}]", "null"));
        }
        parts.add(chunk("[{\"index\": 0, \"delta\": {}, \"finish_reason\": \"stop\"}]", "null"));
        parts.add(chunk("[]", "{\"prompt_tokens\": 40, \"completion_tokens\": 3, \"total_tokens\": 43}"));
        parts.add("data: [DONE]\n\n");
        return parts;
    }

    private static String chunk(String choices, String usage) {
        return "data: {\"id\": \"1\", \"object\": \"chat.completion.chunk\", \"model\": \"m\", \"choices\": " + choices
                + ", \"usage\": " + usage + "}\n\n";
    }

    /** Streams as Ollama does. */
    static StreamStub ollama(Duration pause, String... words) throws IOException {
        List<String> parts = new ArrayList<>();
        for (String word : words) {
            parts.add("{\"model\": \"m\", \"message\": {\"role\": \"assistant\", \"content\": \"" + word
                    + "\"}, \"done\": false}\n");
        }
        parts.add("{\"model\": \"m\", \"message\": {\"role\": \"assistant\", \"content\": \"\"}, \"done\": true,"
                + " \"done_reason\": \"stop\", \"prompt_eval_count\": 40, \"eval_count\": 3}\n");
        return new StreamStub("application/x-ndjson", pause, parts);
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Returns permits, of which each part takes one from now on. */
    Semaphore byPermit() {
        permits = new Semaphore(0);
        return permits;
    }

    /** Returns the bodies of the requests. */
    List<String> asked() {
        return asked;
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, 0);
        try {
            OutputStream out = exchange.getResponseBody();
            for (String part : parts) {
                Thread.sleep(pause);
                permits.acquire();
                out.write(part.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
            out.close();
        } catch (IOException e) {
            abandoned.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}

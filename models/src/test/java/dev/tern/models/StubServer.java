package dev.tern.models;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A model server on a local port: answers from a script, then a fallback; records requests. */
final class StubServer implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    /** A request as recorded. */
    record Asked(String path, Headers headers, JsonNode body) {
        String header(String name) {
            String value = headers.getFirst(name);
            return value == null ? "" : value;
        }
    }

    /** A response; status 0 closes the connection without one. */
    record Reply(int status, String body, String retryAfter, Duration delay, String type) {
        static Reply ok(String body) {
            return of(200, body);
        }

        static Reply of(int status, String body) {
            return new Reply(status, body, "", Duration.ZERO);
        }

        static Reply hangUp() {
            return of(0, "");
        }

        static Reply chat(String text) {
            return ok("{\"id\":\"1\",\"model\":\"m\",\"choices\":[{\"index\":0,\"finish_reason\":\"stop\","
                    + "\"message\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}]}");
        }

        static Reply stream(String body) {
            return new Reply(200, body, "", Duration.ZERO, "text/event-stream");
        }

        Reply(int status, String body, String retryAfter, Duration delay) {
            this(status, body, retryAfter, delay, "application/json");
        }

        Reply after(Duration wait) {
            return new Reply(status, body, retryAfter, wait);
        }

        Reply retryAfter(String value) {
            return new Reply(status, body, value, delay);
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Reply> script = new LinkedBlockingQueue<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger maxInFlight = new AtomicInteger();
    private volatile Function<Asked, Reply> fallback = any -> Reply.of(418, "nothing more in the script");

    StubServer(Reply... replies) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        script.addAll(List.of(replies));
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/v1";
    }

    List<Asked> asked() {
        return asked;
    }

    int maxInFlight() {
        return maxInFlight.get();
    }

    /** Sets the fallback after the script. */
    void otherwise(Function<Asked, Reply> answer) {
        fallback = answer;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            send(exchange, reply(exchange));
        }
    }

    /** A request is in flight until its response begins; its reader may send the next one. */
    private Reply reply(HttpExchange exchange) throws IOException {
        maxInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        try {
            Asked question = new Asked(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders(),
                    JSON.readTree(exchange.getRequestBody().readAllBytes()));
            asked.add(question);
            Reply scripted = script.poll();
            Reply reply = scripted == null ? fallback.apply(question) : scripted;
            Thread.sleep(reply.delay());
            return reply;
        } catch (InterruptedException stopped) {
            return Reply.hangUp();
        } finally {
            inFlight.decrementAndGet();
        }
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        if (reply.status() == 0) {
            return;
        }
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", reply.type());
        if (!reply.retryAfter().isEmpty()) {
            exchange.getResponseHeaders().set("Retry-After", reply.retryAfter());
        }
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}

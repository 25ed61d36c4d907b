package dev.tern.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A provider that rejects all requests, echoing their key in all forms; collects traces too. */
final class EchoingProvider implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** The bodies of the received traces. */
    final List<String> traces = new CopyOnWriteArrayList<>();

    /** The keys received, with model requests and traces. */
    final List<String> keys = new CopyOnWriteArrayList<>();

    EchoingProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/v1/", this::refuse);
        server.createContext("/v1/traces", this::collect);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private void refuse(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String sent = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        keys.add(sent);
        String key = sent.replace("Bearer ", "");
        byte[] body = ("{\"error\":{\"message\":\"Incorrect API key " + key + ", "
                        + Base64.getEncoder().encodeToString(sent.getBytes(StandardCharsets.UTF_8)) + ", "
                        + URLEncoder.encode(key, StandardCharsets.UTF_8) + "\"}}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(401, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void collect(HttpExchange exchange) throws IOException {
        traces.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
        keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}

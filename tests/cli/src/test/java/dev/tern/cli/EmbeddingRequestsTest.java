package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tern.app.Backend;
import dev.tern.cli.command.process.Environment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the requests of {@code tern add} to an embedding server. */
final class EmbeddingRequestsTest {
    private static final int IN_FLIGHT = 3;
    private static final int TEXTS = 512;
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path directory;

    private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch full = new CountDownLatch(IN_FLIGHT);

    @Test
    void requestsHaveTheBatchSizeAndRunTogetherUpToTheLimit() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < IN_FLIGHT * TEXTS; i += 6) {
            lines.append(String.format(
                    Locale.ROOT,
                    "{\"_id\": \"%1$d\", \"text\": \"passage number %1$d\", \"metadata\": {\"triplets\":"
                            + " [[\"a%1$d\", \"knew\", \"b%1$d\"], [\"c%1$d\", \"knew\", \"d%1$d\"],"
                            + " [\"e%1$d\", \"knew\", \"f%1$d\"]]}}\n",
                    i));
        }
        Files.writeString(directory.resolve("corpus.jsonl"), lines);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            server.setExecutor(threads);
            server.createContext("/v1/embeddings", this::embed);
            server.start();
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";

            assertThat(add(url)).isZero();
        } finally {
            server.stop(0);
        }
        assertThat(sizes).contains(TEXTS).allMatch(size -> size <= TEXTS);
        assertThat(most.get()).isEqualTo(IN_FLIGHT);
    }

    private int add(String url) {
        Map<String, String> variables = Map.of(
                "OPENAI_API_KEY",
                "sk-not-a-real-key",
                "OPENAI_BASE_URL",
                url,
                "TERN_EMBEDDING_PROVIDER",
                "openai",
                "TERN_PARALLEL_REQUESTS",
                String.valueOf(IN_FLIGHT));
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        Environment environment =
                new Environment(nowhere, nowhere, false, false, Environment.USUAL_COLUMNS, variables, directory);
        return CommandLineRun.run(environment, new Backend(), "add", "--from-triplets", "corpus.jsonl");
    }

    /** Answers a request of the largest size when as many as may are here, or after a minute. */
    private void embed(HttpExchange exchange) throws IOException {
        JsonNode input = JSON.readTree(exchange.getRequestBody()).path("input");
        sizes.add(input.size());
        most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        if (input.size() == TEXTS) {
            full.countDown();
        }
        try {
            if (input.size() == TEXTS) {
                full.await(1, TimeUnit.MINUTES);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        StringBuilder reply = new StringBuilder("{\"object\": \"list\", \"model\": \"m\", \"data\": [");
        for (int i = 0; i < input.size(); i++) {
            reply.append(i == 0 ? "" : ", ");
            reply.append("{\"object\": \"embedding\", \"index\": ").append(i).append(", \"embedding\": [1, 0");
            reply.append(", 0".repeat(1534)).append("]}");
        }
        byte[] bytes = reply.append("], \"usage\": {\"prompt_tokens\": 1, \"total_tokens\": 1}}")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        inFlight.decrementAndGet();
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        try (exchange) {
            exchange.getResponseBody().write(bytes);
        }
    }
}

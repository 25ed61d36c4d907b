package dev.tern.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.web.PageFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code tern serve} in a process of its own over a store in a folder. */
final class Serving implements AutoCloseable {
    static final String GRAPH = "bernoulli";
    static final String QUESTION = "What contribution did the son of Euler's teacher make?";
    private static final JsonMapper JSON = new JsonMapper();
    private static final long PAUSE_MILLIS = 100;
    private static final int LOOKS = 1_200;

    private final Process process;
    private final String address;
    private final HttpClient client = HttpClient.newHttpClient();

    /** Starts one that asks the chat model of a provider. */
    Serving(Path folder, ModelWire provider) throws IOException {
        this(folder, provider, Map.of());
    }

    /** Starts one with more variables of the environment. */
    Serving(Path folder, ModelWire provider, Map<String, String> more) throws IOException {
        ProcessBuilder builder = tern(folder, "serve", "--port", "0", "--json");
        builder.environment().putAll(provider.environment());
        builder.environment().putAll(more);
        process = builder.redirectError(folder.resolve("serve.log").toFile()).start();
        BufferedReader told = process.inputReader(StandardCharsets.UTF_8);
        String line = told.readLine();
        if (line == null) {
            throw new IllegalStateException("tern serve ended at once; see " + folder.resolve("serve.log"));
        }
        address = JSON.readTree(line).path("address").asText();
    }

    /** Returns a process of a Tern command, whose folder is also the user's home. */
    static ProcessBuilder tern(Path folder, String... words) {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tern.cli.Main");
        builder.command().addAll(List.of(words));
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", folder.toString());
        return builder.directory(folder.toFile());
    }

    /** Returns the address of its page. */
    String address() {
        return address;
    }

    /** Adds the demo's passages to a graph. */
    Serving withTheDemo(String graph) throws IOException {
        ObjectNode body = JSON.createObjectNode();
        ArrayNode documents = body.putArray("documents");
        for (String line : new String(PageFile.demo().bytes(), StandardCharsets.UTF_8).split("\n", -1)) {
            if (!line.isBlank()) {
                JsonNode passage = JSON.readTree(line);
                documents
                        .addObject()
                        .put("id", passage.path("_id").asText())
                        .put("title", passage.path("title").asText())
                        .put("text", passage.path("text").asText())
                        .set("triplets", passage.path("metadata").path("triplets"));
            }
        }
        return with(graph, body);
    }

    /** Adds documents to a graph and waits until they are there. */
    Serving with(String graph, JsonNode documents) throws IOException {
        JsonNode job = send(HttpRequest.newBuilder()
                .uri(uri("/api/v1/graphs/" + graph + "/documents"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(documents.toString())));
        for (int look = 0; look < LOOKS; look++) {
            JsonNode now =
                    get("/api/v1/graphs/" + graph + "/jobs/" + job.path("id").asText());
            String state = now.path("state").asText();
            if (state.equals("done")) {
                return this;
            }
            if (state.equals("failed") || state.isEmpty()) {
                throw new IllegalStateException("the documents were not added: " + now);
            }
            pause();
        }
        throw new IllegalStateException("the documents were not added in time");
    }

    JsonNode get(String path) {
        return send(HttpRequest.newBuilder().uri(uri(path)));
    }

    private URI uri(String path) {
        return URI.create(address + path);
    }

    private JsonNode send(HttpRequest.Builder request) {
        try {
            return JSON.readTree(client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the server, and waits for its end. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                process.waitFor(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        client.close();
    }
}

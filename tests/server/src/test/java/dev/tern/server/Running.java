package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.note.Notes;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.settings.ServerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A server on a free port, and a client of it. */
final class Running implements AutoCloseable {
    static final String EMIL = """
        {"documents": [
          {"id": "lena", "title": "Lena Marr", "text": "Lena Marr, Emil's daughter, built the Vale bridge.",
           "triplets": [["Lena Marr", "is the daughter of", "Emil Marr"], ["Lena Marr", "built", "the Vale bridge"]]},
          {"id": "emil", "text": "Emil Marr taught in Halden.", "metadata": {"year": "1912"},
           "statements": [{"text": "Emil Marr taught in Halden", "entities": ["Emil Marr", "Halden"]}]}]}\
        """;
    static final String BRIDGE = "{\"question\": \"Which bridge did Emil Marr's daughter build?\"}";

    /** A fixed clock, so that no day ends while a test counts tokens. */
    private static final InstantSource NOON = InstantSource.fixed(Instant.parse("2026-01-31T12:00:00Z"));

    private final TernServer server;
    private final Graphs graphs;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String key = "";

    private Running(TernServer server, Graphs graphs) {
        this.server = server;
        this.graphs = graphs;
    }

    /** Starts a server with the usual settings, a free port, and all its files in a folder. */
    static Running over(ScriptedBackend backend, Path folder) {
        return over(backend, folder, usual -> usual);
    }

    static Running over(ScriptedBackend backend, Path folder, UnaryOperator<ServerSettings.Builder> settings) {
        return over(
                backend,
                folder,
                settings.apply(ServerSettings.builder().port(0).folder(folder.resolve("server")))
                        .build());
    }

    /** Starts a server configured by the environment of its backend, as {@code tern serve} is. */
    static Running configured(ScriptedBackend backend, Path folder) {
        return configured(backend, folder, limits -> limits);
    }

    /** Starts such a server with limits that no setting has. */
    static Running configured(ScriptedBackend backend, Path folder, UnaryOperator<ServerLimits.Builder> limits) {
        return over(backend, folder, backend.settings(folder, limits));
    }

    private static Running over(ScriptedBackend backend, Path folder, ServerSettings settings) {
        Graphs graphs = backend.open(folder);
        try {
            return new Running(TernServer.start(settings, graphs, "tern test", NOON), graphs);
        } catch (RuntimeException e) {
            graphs.close();
            throw e;
        }
    }

    /** Sends a key with every request from now on. */
    Running withKey(String value) {
        key = value;
        return this;
    }

    String address() {
        return server.address();
    }

    TernServer server() {
        return server;
    }

    /** Edits a graph, as a run of the command line does. */
    void keepNotes(String graph, UnaryOperator<Notes> change) {
        try (ServedGraph open = graphs.find(graph).orElseThrow()) {
            open.store().changeNotes(change);
        }
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address() + path)).timeout(Duration.ofMinutes(5));
        return key.isEmpty() ? request : request.header("X-Api-Key", key);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Sends a request whose address is too long. The server answers and closes when it has read as much as it may; a client that is
     * still sending then sees no answer, and sends it again.
     */
    HttpResponse<String> sendLong(HttpRequest.Builder request) {
        for (int time = 1; ; time++) {
            try {
                return send(request);
            } catch (UncheckedIOException e) {
                if (time == 100) {
                    throw e;
                }
            }
        }
    }

    /** Sends a request and reads nothing of the answer yet. */
    HttpResponse<InputStream> open(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofInputStream());
    }

    HttpResponse<String> get(String path) {
        return send(request(path));
    }

    HttpResponse<String> delete(String path) {
        return send(request(path).DELETE());
    }

    HttpResponse<String> post(String path, String json) {
        return send(posting(path, json));
    }

    HttpRequest.Builder posting(String path, String json) {
        return request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json));
    }

    static JsonNode json(HttpResponse<String> response) {
        return json(response.body());
    }

    static JsonNode json(String text) {
        try {
            return JsonMapper.builder().build().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends documents to a graph and waits until they are in it. */
    JsonNode add(String graph, String documents) {
        return ended(json(post("/api/v1/graphs/" + graph + "/documents", documents)));
    }

    /** Waits until a job has ended, and returns it. */
    JsonNode ended(JsonNode job) {
        return awaited(
                job,
                now -> !List.of("waiting", "running").contains(now.path("state").asText()));
    }

    /** Waits until a job meets a condition, and returns it. */
    JsonNode awaited(JsonNode job, Predicate<JsonNode> wanted) {
        String path = "/api/v1/graphs/" + job.path("graph").asText() + "/jobs/"
                + job.path("id").asText();
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        JsonNode now = job;
        while (System.nanoTime() < end) {
            now = json(get(path));
            if (wanted.test(now)) {
                return now;
            }
            pause();
        }
        throw new AssertionError("the job does not become what is waited for: " + now);
    }

    /** Waits until a number of questions are being answered. */
    void awaitQuestions(int count) {
        String figure = "tern_questions_under_way " + count + ".0";
        eventually(
                count + " questions are under way", () -> get("/metrics").body().contains(figure));
    }

    static void eventually(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            pause();
        }
    }

    static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        server.close();
        graphs.close();
    }
}

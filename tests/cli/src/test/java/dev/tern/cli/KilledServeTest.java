package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills {@code tern serve} while documents arrive and a slow model is called: every job that was answered with 202 is done in
 * the end, and after each kill the graphs are whole. Makes three twentieths of the {@code -Dkills} of all such tests.
 */
@Tag("slow")
final class KilledServeTest {
    private static final List<String> GRAPHS = List.of("one", "two", "three");

    /** The pause between two documents, so that the server always has work, but not hundreds of jobs at the end. */
    private static final int PAUSE_MILLIS = 50;

    @TempDir
    private Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Promised> promised = Collections.synchronizedList(new ArrayList<>());

    /** A job that was answered with 202. */
    private record Promised(String graph, String job, String document) {}

    @Test
    void whatWasPromisedIsDoneHoweverOftenTheServerIsKilled() throws Exception {
        int kills = Math.max(1, Integer.getInteger("kills", 50) * 3 / 20);
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        try (ModelStub provider = new ModelStub()) {
            provider.latency(Duration.ofMillis(20));
            Map<String, String> environment = new HashMap<>(provider.environment());
            environment.put("TERN_SERVER_REQUESTS_PER_MINUTE", "1000000");
            environment.put("TERN_EXTRACTOR", "model");
            for (int kill = 0; kill < kills; kill++) {
                ServedProcess server = ServedProcess.start(Launched.java(), directory, "256m", environment);
                Thread sender = sender(server, kill);
                // Some before anything is promised, however slow the machine, and the others after.
                int before = promised.size();
                for (int waited = 0; kill % 4 > 0 && promised.size() == before && waited < 600; waited++) {
                    Thread.sleep(50);
                }
                Thread.sleep(random.nextInt(kill % 4 > 0 ? 500 : 1_500));
                server.process().destroyForcibly().waitFor();
                sender.join();
                new Shell(directory).verify("kill " + kill);
            }
            System.out.println(
                    "kills: " + kills + " of tern serve, each verified; " + promised.size() + " jobs promised");
            assertThat(promised).hasSizeGreaterThan(kills / 2);
            ServedProcess server = ServedProcess.start(Launched.java(), directory, "256m", environment);
            try {
                for (Promised one : promised) {
                    awaitDone(server, one);
                }
            } finally {
                server.process().destroy();
                server.process().waitFor();
            }
            assertThat(new Shell(directory).verify("the end")).isEqualTo(GRAPHS.size());
        }
    }

    /** Sends documents until the server is gone. */
    private Thread sender(ServedProcess server, int kill) {
        return Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; ; i++) {
                    String graph = GRAPHS.get(i % GRAPHS.size());
                    String document = "kill " + kill + " document " + i;
                    HttpResponse<String> response = post(
                            server,
                            "/api/v1/graphs/" + graph + "/documents",
                            "{\"documents\": [{\"id\": \"" + document + "\", \"text\": \"Of Code" + kill + "0" + i
                                    + " the keeper wrote.\"}]}");
                    if (response.statusCode() == 202) {
                        promised.add(
                                new Promised(graph, json(response).path("id").asText(), document));
                    }
                    Thread.sleep(PAUSE_MILLIS);
                }
            } catch (IOException e) {
                // The server is gone.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void awaitDone(ServedProcess server, Promised one) throws IOException, InterruptedException {
        String job = "/api/v1/graphs/" + one.graph() + "/jobs/" + one.job();
        long end = System.nanoTime() + Duration.ofMinutes(5).toNanos();
        String state = "";
        while (!state.equals("done")) {
            assertThat(System.nanoTime()).as(one + " is " + state).isLessThan(end);
            HttpResponse<String> found = get(server, job);
            if (found.statusCode() == 404) {
                // The oldest ended jobs are forgotten.
                break;
            }
            state = json(found).path("state").asText();
            if (state.equals("failed")) {
                assertThat(json(found).path("problem").asText()).startsWith("the server's process ended 3 times");
                assertThat(post(server, job + "/retry", "{}").statusCode()).isEqualTo(202);
            }
            Thread.sleep(state.equals("done") ? 0 : 50);
        }
        String document = URLEncoder.encode(one.document(), StandardCharsets.UTF_8);
        HttpResponse<String> passages = get(server, "/api/v1/graphs/" + one.graph() + "/passages?document=" + document);
        assertThat(json(passages).path("passages")).as(one.toString()).isNotEmpty();
    }

    private HttpResponse<String> get(ServedProcess server, String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.address(path)))
                        .timeout(Duration.ofSeconds(60))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> post(ServedProcess server, String path, String body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.address(path)))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> response) throws IOException {
        return new JsonMapper().readTree(response.body());
    }
}

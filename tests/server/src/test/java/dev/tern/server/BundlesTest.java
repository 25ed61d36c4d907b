package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are sent one after the other and become one job. */
final class BundlesTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String BUNDLE = GRAPH + "/bundles/b-1";

    @TempDir
    private Path folder;

    private static HttpRequest.Builder file(Running server, String bundle, String name, String text) {
        return server.request(bundle + "/files?name=" + name)
                .header("Content-Type", "application/octet-stream")
                .POST(HttpRequest.BodyPublishers.ofString(text));
    }

    private static int files(HttpResponse<String> response) {
        return Running.json(response).path("files").asInt();
    }

    private long payloads() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.getFileName().toString().startsWith("payload"))
                    .count();
        }
    }

    @Test
    void filesOfABundleAreOneJobWithOneReportAndOneListOfWhatWasSkipped() throws IOException {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            assertThat(files(server.send(file(server, BUNDLE, "notes/a.md", "Lena Marr built the Vale bridge."))))
                    .isEqualTo(1);
            assertThat(files(server.send(file(server, BUNDLE, "broken.pdf", "%PDF-1.7 no"))))
                    .isEqualTo(2);
            assertThat(files(server.send(file(server, BUNDLE, "notes/b.md", "Emil Marr kept the ferry."))))
                    .isEqualTo(3);
            assertThat(server.get(GRAPH + "/jobs").body()).isEqualTo("{\"jobs\":[]}");

            JsonNode job = Running.json(server.post(BUNDLE, "{}"));
            assertThat(job.path("kind").asText()).isEqualTo("files");
            assertThat(job.path("subject").asText()).isEqualTo("3 files");
            assertThat(job.path("files").asInt()).isEqualTo(3);
            JsonNode ended = server.ended(job);
            assertThat(ended.path("state").asText()).isEqualTo("done");
            assertThat(ended.path("report").path("documents").asInt()).isEqualTo(2);
            assertThat(ended.path("report").path("unstored").asInt()).isZero();
            assertThat(ended.path("skipped")).hasSize(1);
            assertThat(ended.path("skipped").path(0).path("source").asText()).isEqualTo("broken.pdf");
            assertThat(Running.json(server.get(GRAPH + "/documents")).path("documents"))
                    .extracting(document -> document.path("id").asText())
                    .containsExactly("notes/a.md", "notes/b.md");
            assertThat(payloads()).isZero();
            assertThat(server.post(BUNDLE, "{}").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void bundleThatWasTakenGoesOnInTheNextServerAndOneThatWasNotIsGone() throws IOException {
        ScriptedBackend backend = new ScriptedBackend(null);
        backend.hold();
        JsonNode job;
        try (Running server = Running.over(backend, folder)) {
            server.send(file(server, BUNDLE, "a.txt", "Lena Marr built the Vale bridge."));
            server.send(file(server, BUNDLE, "b.txt", "Emil Marr kept the ferry."));
            job = Running.json(server.post(BUNDLE, "{}"));
            server.send(file(server, GRAPH + "/bundles/other", "c.txt", "Port Sereno lies on the Oro."));
        }
        backend.release();
        try (Running server = Running.over(backend, folder)) {
            assertThat(server.ended(job).path("report").path("documents").asInt())
                    .isEqualTo(2);
            assertThat(server.post(GRAPH + "/bundles/other", "{}").statusCode()).isEqualTo(404);
            assertThat(payloads()).isZero();
        }
    }

    @Test
    void whatIsLetGoOfTakesUpNoRoom() throws IOException {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            server.send(file(server, BUNDLE, "a.txt", "Lena Marr built the Vale bridge."));
            assertThat(payloads()).isEqualTo(1);
            assertThat(server.delete(BUNDLE).statusCode()).isEqualTo(204);
            assertThat(payloads()).isZero();
            assertThat(server.delete(BUNDLE).statusCode()).isEqualTo(204);
            assertThat(server.post(BUNDLE, "{}").body()).contains("there is no such bundle, or no file in it");
        }
    }

    @Test
    void fileThatIsTooLargeIsLeftOutAndTheOthersStay() throws IOException {
        ServerLimits limits =
                ServerLimits.builder().setting(ServerLimit.UPLOAD_BYTES, 1).build();
        try (Running server = Running.over(new ScriptedBackend(null), folder, set -> set.limits(limits))) {
            server.send(file(server, BUNDLE, "a.txt", "Lena Marr built the Vale bridge."));
            assertThat(server.send(file(server, BUNDLE, "large.txt", "x".repeat(1_100_000)))
                            .statusCode())
                    .isEqualTo(413);
            assertThat(payloads()).isEqualTo(1);
            assertThat(files(server.send(file(server, BUNDLE, "b.txt", "Emil Marr kept the ferry."))))
                    .isEqualTo(2);
            JsonNode job = server.ended(Running.json(server.post(BUNDLE, "{}")));
            assertThat(job.path("report").path("documents").asInt()).isEqualTo(2);
        }
    }

    @Test
    void bundleIsOnlyItsCallersAndItsNameIsNoPath() throws IOException {
        ServerKey one = ServerKey.of("one", Role.WRITE, Set.of(), "one-key-000123456789abcdef");
        ServerKey two = ServerKey.of("two", Role.WRITE, Set.of(), "two-key-000123456789abcdef");
        try (Running server = Running.over(new ScriptedBackend(null), folder, set -> set.keys(List.of(one, two)))) {
            assertThat(server.send(file(server, BUNDLE, "a.txt", "Lena Marr built the Vale bridge.")
                                    .header("X-Api-Key", "one-key-000123456789abcdef"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.send(server.posting(BUNDLE, "{}").header("X-Api-Key", "two-key-000123456789abcdef"))
                            .statusCode())
                    .isEqualTo(404);
            assertThat(server.send(server.request(BUNDLE).DELETE().header("X-Api-Key", "two-key-000123456789abcdef"))
                            .statusCode())
                    .isEqualTo(204);
            assertThat(payloads()).as("those of the other caller stay").isEqualTo(1);
            assertThat(server.send(file(server, GRAPH + "/bundles/b_1", "a.txt", "Lena.")
                                    .header("X-Api-Key", "one-key-000123456789abcdef"))
                            .body())
                    .contains("the name of a bundle must be 1 to 64 letters, digits and hyphens");
        }
    }
}

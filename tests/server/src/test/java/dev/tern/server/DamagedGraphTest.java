package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.store.GraphCatalog;
import dev.tern.store.lucene.LuceneGraphCatalog;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a damaged graph: every endpoint reports it by name, and other graphs still work. */
final class DamagedGraphTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String TOLD =
            "the graph \"bridges\" is damaged on disk and is not served; other graphs are. The operator can list the"
                    + " damage with tern verify --graph bridges, and restore it from a backup, or drop it and add its"
                    + " documents again";

    @TempDir
    private Path folder;

    private final ScriptedBackend backend = new ScriptedBackend(null);

    @BeforeEach
    void fill() {
        try (Running server = Running.over(backend, folder)) {
            server.add("bridges", Running.EMIL);
            server.add("whole", Running.EMIL);
        }
    }

    private Path file() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("store/bridges"))) {
            return files.filter(file -> file.toString().endsWith(".cfs"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Flips a bit of a passage's text, which no parser would notice. */
    private byte[] flip() throws IOException {
        byte[] before = Files.readAllBytes(file());
        byte[] flipped = before.clone();
        flipped[new String(before, StandardCharsets.ISO_8859_1).indexOf("taught in Halden")] ^= 1;
        Files.write(file(), flipped);
        return before;
    }

    private static void assertTold(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(Running.json(answer).path("title").asText()).isEqualTo("Graph damaged");
        assertThat(Running.json(answer).path("detail").asText()).isEqualTo(TOLD);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("60");
    }

    private static String toolCall(String graph) {
        return "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"retrieve\","
                + " \"arguments\":"
                + " {\"graph\":"
                + " \"" + graph + "\", \"question\": \"Who taught in Halden?\", \"mode\": \"naive\"}}}";
    }

    @Test
    void everyDoorNamesItAndTheOtherGraphsGoOn() throws IOException {
        flip();
        try (Running server = Running.over(backend, folder)) {
            for (String door : List.of("/ask", "/ask/stream", "/retrieve", "/compare")) {
                assertTold(server.post(GRAPH + door, Running.BRIDGE));
            }
            for (String door : List.of("", "/documents", "/entities?name=Emil", "/failed", "/export")) {
                assertTold(server.get(GRAPH + door));
            }
            JsonNode tool =
                    Running.json(server.post("/mcp", toolCall("bridges"))).path("result");
            assertThat(tool.path("isError").asBoolean()).isTrue();
            assertThat(tool.path("content").path(0).path("text").asText())
                    .startsWith(TOLD)
                    .endsWith("; try again in 60 s");

            assertThat(server.post("/api/v1/graphs/whole/retrieve", Running.BRIDGE)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(Running.json(server.post("/mcp", toolCall("whole")))
                            .path("result")
                            .path("isError")
                            .asBoolean())
                    .isFalse();
            assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
            assertThat(Running.json(server.get("/api/v1/graphs")).toString())
                    .isEqualTo("{\"graphs\":[\"bridges\",\"whole\"],\"damaged\":[\"bridges\"]}");

            assertThat(server.delete(GRAPH).statusCode()).isEqualTo(204);
            assertThat(Running.json(server.get("/api/v1/graphs")).toString())
                    .isEqualTo("{\"graphs\":[\"whole\"],\"damaged\":[]}");
        }
    }

    @Test
    void itsJobsWaitUntilItIsRestoredAndThoseOfOthersDoNot() throws IOException {
        byte[] before = flip();
        try (Running server = Running.over(backend, folder)) {
            JsonNode job = Running.json(server.post(GRAPH + "/documents", Running.EMIL));
            assertThat(server.add("whole", Running.EMIL).path("state").asText()).isEqualTo("done");
            JsonNode waiting = server.awaited(job, now -> now.has("problem"));
            assertThat(waiting.path("problem").asText()).isEqualTo(TOLD + "; it is retried");
            assertThat(waiting.path("state").asText()).isEqualTo("waiting");

            Files.write(file(), before);
            assertThat(server.ended(job).path("state").asText()).isEqualTo("done");
            assertThat(Running.json(server.get("/api/v1/graphs")).path("damaged"))
                    .isEmpty();
        }
    }

    @Test
    void exportOfAGraphThatAnotherProcessHasDroppedIsRefusedAndNotBegun() {
        try (Running server = Running.over(backend, folder);
                GraphCatalog other = LuceneGraphCatalog.open(folder.resolve("store"))) {
            assertThat(server.get(GRAPH).statusCode()).isEqualTo(200);
            assertThat(other.drop("bridges")).isTrue();
            HttpResponse<String> export = server.get(GRAPH + "/export");
            // Within a second the server still finds the graph, and nothing in it.
            assertThat(export.statusCode()).isIn(404, 409);
            assertThat(Running.json(export).path("detail").asText())
                    .isIn("there is no such graph, or it is empty", "the graph to export is empty");
        }
    }

    @Test
    void damageThatComesWhileItIsOpenIsToldOnceReadingMeetsIt() throws IOException {
        try (Running server = Running.over(backend, folder)) {
            assertThat(server.get(GRAPH).statusCode()).isEqualTo(200);
            byte[] bytes = Files.readAllBytes(file());
            Arrays.fill(bytes, 64, bytes.length, (byte) 0xff);
            Files.write(file(), bytes);

            HttpResponse<String> export = server.get(GRAPH + "/export");
            assertTold(export);
            assertThat(export.headers().firstValue("Content-Disposition")).isEmpty();
            assertTold(server.get(GRAPH + "/documents"));
            assertTold(server.post(GRAPH + "/retrieve", Running.BRIDGE));
            assertThat(Running.json(server.get("/api/v1/graphs"))
                            .path("damaged")
                            .toString())
                    .isEqualTo("[\"bridges\"]");
        }
    }
}

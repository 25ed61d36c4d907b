package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.graph.MetadataFilter;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the profile of a graph over HTTP. */
final class ProfileEndpointTest {
    private static final String PATH = "/api/v1/graphs/bridges/profile";
    private static final String READ = "read-key-00123456789abcdef";
    private static final String RED = "red-key-000123456789abcdef";

    @TempDir
    private Path folder;

    @Test
    void theFiguresAndTheSentencesAreThoseOfTheGraph() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            server.add("bridges", Running.EMIL);
            JsonNode profile = Running.json(server.get(PATH + "?sample=50"));
            assertThat(profile.path("sample").path("limit").asInt()).isEqualTo(50);
            assertThat(profile.path("sizes").path("passages").asInt()).isEqualTo(2);
            assertThat(profile.path("links").path("linked").asDouble()).isEqualTo(1);
            assertThat(profile.path("edges").path(0).path("kind").asText()).isEqualTo("name");
            assertThat(profile.path("languages").path(0).path("language").asText())
                    .isEqualTo("english");
            assertThat(profile.path("verdict").toString())
                    .isEqualTo(
                            "{\"outlook\":\"cannot_tell\",\"sentence\":\"2 passages are too few to tell: plain vector"
                                    + " search finds many of them in its first five.\"}");
            assertThat(Running.json(server.get(PATH)))
                    .as("the same graph has the same profile")
                    .isEqualTo(Running.json(server.get(PATH + "?sample=500")));
        }
    }

    @Test
    void whatDoesNotFitIsRefused() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            server.add("bridges", Running.EMIL);
            for (String sample : List.of("49", "2001", "x")) {
                HttpResponse<String> refused = server.get(PATH + "?sample=" + sample);
                assertThat(refused.statusCode()).isEqualTo(400);
                assertThat(Running.json(refused).path("detail").asText())
                        .isEqualTo("sample must be a whole number from 50 to 2000");
            }
            assertThat(server.get("/api/v1/graphs/unknown/profile").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void aKeyThatReadsTheWholeGraphSeesIt() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            server.add("bridges", Running.EMIL);
        }
        List<ServerKey> keys = List.of(
                ServerKey.of("reader", Role.READ, Set.of(), READ),
                ServerKey.of("red", Role.READ, Set.of(), MetadataFilter.equal("tenant", "red"), RED));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            assertThat(server.send(server.request(PATH).header("X-Api-Key", READ))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.send(server.request(PATH).header("X-Api-Key", RED))
                            .statusCode())
                    .isEqualTo(403);
        }
    }
}

package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tern.server.front.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description and the endpoints say the same. */
final class OpenApiTest {
    @TempDir
    private Path folder;

    @Test
    void everyEndpointIsDescribedAndNothingElseIs() throws IOException {
        TreeSet<String> described = new TreeSet<>();
        try (Running server = Running.over(new MemoryGraphs(null), folder)) {
            JsonNode yaml =
                    new YAMLMapper().readTree(server.get("/api/v1/openapi.yaml").body());
            assertThat(yaml.path("openapi").asText()).startsWith("3.1.");
            for (Map.Entry<String, JsonNode> path : yaml.path("paths").properties()) {
                for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                    if (!operation.getKey().equals("parameters")) {
                        described.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }
            }
            List<Endpoint> endpoints = server.server().endpoints();
            assertThat(described)
                    .containsExactlyInAnyOrderElementsOf(endpoints.stream()
                            .map(endpoint -> endpoint.method() + " " + endpoint.path())
                            .toList());
        }
    }
}

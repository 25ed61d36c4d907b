package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.settings.Parameter;
import dev.tern.settings.ValueRange;
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
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
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
            List<HttpEndpoint> endpoints = server.server().endpoints();
            assertThat(described)
                    .containsExactlyInAnyOrderElementsOf(endpoints.stream()
                            .map(endpoint -> endpoint.method() + " " + endpoint.path())
                            .toList());
        }
    }

    @Test
    void parametersOfAQuestionAreThoseOfTheTable() throws IOException {
        ServerLimits limits = ServerLimits.builder().build();
        ObjectNode table = new ObjectMapper().createObjectNode();
        for (Parameter<?> parameter : Parameter.ALL) {
            if (parameter.chosen() == Parameter.Chosen.BY_QUESTION) {
                table.set(parameter.name(), schema(parameter, limits));
            }
        }
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            JsonNode described = new YAMLMapper()
                    .readTree(server.get("/api/v1/openapi.yaml").body())
                    .at("/components/schemas/Question/properties/parameters/properties");
            assertThat(described).isEqualTo(table);
        }
    }

    private static ObjectNode schema(Parameter<?> parameter, ServerLimits limits) {
        ObjectNode schema = new ObjectMapper().createObjectNode();
        schema.put("description", parameter.sentence());
        if (parameter.type().isEnum()) {
            ArrayNode choices = schema.putArray("enum");
            for (Object choice : parameter.type().getEnumConstants()) {
                choices.add(Parameter.text(choice));
            }
            choices.addNull();
            return schema;
        }
        schema.putArray("type")
                .add(parameter.type() == Integer.class ? "integer" : "number")
                .add("null");
        ValueRange range = parameter.range().orElseThrow();
        schema.put("minimum", range.lowest());
        schema.put("maximum", Math.min(range.highest(), limits.most(parameter)));
        return schema;
    }

    /**
     * Random requests, in and out of what the description allows: the same ones in every build, so that none fails by chance, and
     * others with {@code -Dseed}, a whole number.
     */
    @Test
    void serverDoesWhatTheDescriptionSays() throws Exception {
        ServerLimits limits = ServerLimits.builder()
                .requestsPerMinute(1_000_000)
                .tokensPerDay(2_000_000_000)
                .build();
        long seed = Long.getLong("seed", 1);
        System.out.println("schemathesis: seed " + seed);
        PythonEnvironment python =
                PythonEnvironment.in(Path.of("target").toAbsolutePath(), Path.of("src/test/python/requirements.txt"));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.limits(limits))) {
            // The names that the tester tries first.
            server.add("A", Running.EMIL);
            server.add("_", Running.EMIL);
            PythonEnvironment.Outcome outcome = python.run(List.of(
                    python.program("st").toString(),
                    "--config-file",
                    Path.of("src/test/python/schemathesis.toml")
                            .toAbsolutePath()
                            .toString(),
                    "run",
                    server.address() + "/api/v1/openapi.yaml",
                    "--checks",
                    "all",
                    "--no-color",
                    "--max-examples",
                    "12",
                    "--phases",
                    "examples,coverage,fuzzing",
                    "--seed",
                    Long.toString(seed)));
            assertThat(outcome.status()).as(outcome.said()).isZero();
        }
    }
}

package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.settings.Parameter;
import dev.tern.settings.ValueRange;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description and the endpoints say the same. */
final class OpenApiTest {
    private static final Path DESCRIPTION =
            Path.of("../..", "server", "src", "main", "resources", "dev", "tern", "server", "openapi.yaml");

    /** The text before the parameters of a question, and the parameters. */
    private static final Pattern PARAMETERS = Pattern.compile("(\\n"
            + "    Question:\\n"
            + "(?:      .*\\n"
            + ")*?        parameters:\\n"
            + "(?:          .*\\n"
            + ")*?          properties:\\n"
            + ")(?:            .*\\n"
            + ")*");

    @TempDir
    private Path folder;

    @Test
    void pageShowsEveryRequestAndNeedsNoOtherHost() throws IOException {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            HttpResponse<String> page = server.get("/docs");
            assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
            new YAMLMapper()
                    .readTree(DESCRIPTION.toFile())
                    .path("paths")
                    .properties()
                    .forEach(path -> path.getValue().properties().stream()
                            .filter(request -> !request.getKey().equals("parameters"))
                            .forEach(request -> assertThat(page.body())
                                    .contains("<code>" + request.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey()
                                            + "</code>")));
            assertThat(page.body())
                    .contains("<a href=\"#Answer\">Answer</a>", "<details id=\"Answer\">")
                    .doesNotContain("<script", "src=", "href=\"http", "#/components/");
            assertThat(server.get("/page/base.css").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void everyEndpointIsDescribedAndNothingElseIs() throws IOException {
        TreeSet<String> described = new TreeSet<>();
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            JsonNode yaml = new YAMLMapper().readTree(DESCRIPTION.toFile());
            assertThat(new YAMLMapper()
                            .readTree(server.get("/api/v1/openapi.yaml").body()))
                    .as("as it is served")
                    .isEqualTo(yaml);
            assertThat(yaml.path("openapi").asText()).startsWith("3.1.");
            for (Map.Entry<String, JsonNode> path : yaml.path("paths").properties()) {
                for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                    if (!operation.getKey().equals("parameters")) {
                        described.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey()
                                + queryParameters(yaml, operation.getValue()));
                    }
                }
            }
            List<HttpEndpoint> endpoints = server.server().endpoints();
            assertThat(described)
                    .containsExactlyInAnyOrderElementsOf(endpoints.stream()
                            .map(endpoint ->
                                    endpoint.method() + " " + endpoint.path() + new TreeSet<>(endpoint.parameters()))
                            .toList());
        }
    }

    private static Set<String> queryParameters(JsonNode yaml, JsonNode operation) {
        Set<String> names = new TreeSet<>();
        for (JsonNode one : operation.path("parameters")) {
            JsonNode parameter =
                    one.has("$ref") ? yaml.at(one.path("$ref").asText().substring(1)) : one;
            if (parameter.path("in").asText().equals("query")) {
                names.add(parameter.path("name").asText());
            }
        }
        return names;
    }

    @Test
    void parametersOfAQuestionAreThoseOfTheTable() throws IOException {
        ServerLimits limits = ServerLimits.builder().build();
        ObjectNode table = new ObjectMapper().createObjectNode();
        for (Parameter<?> parameter : Parameter.ALL) {
            if (parameter.chosenBy() == Parameter.ChosenBy.BY_QUESTION) {
                table.set(parameter.name(), schema(parameter, limits));
            }
        }
        if (Boolean.getBoolean("tern.write")) {
            String before = Files.readString(DESCRIPTION);
            String after = PARAMETERS
                    .matcher(before)
                    .replaceFirst(found -> Matcher.quoteReplacement(found.group(1) + yaml(table)));
            Files.writeString(DESCRIPTION, after);
        }
        JsonNode described = new YAMLMapper()
                .readTree(DESCRIPTION.toFile())
                .at("/components/schemas/Question/properties/parameters/properties");
        assertThat(described)
                .as("to bring it up to date: -Dtest=OpenApiTest -Dtern.write=true")
                .isEqualTo(table);
    }

    /** The schemas of parameters as the description has them, a line for each key; values are JSON, which YAML can hold. */
    private static String yaml(ObjectNode table) {
        StringBuilder yaml = new StringBuilder();
        table.properties().forEach(parameter -> {
            yaml.append(" ".repeat(12)).append(parameter.getKey()).append(":\n");
            parameter
                    .getValue()
                    .properties()
                    .forEach(line -> yaml.append(" ".repeat(14))
                            .append(line.getKey())
                            .append(": ")
                            .append(line.getValue())
                            .append('\n'));
        });
        return yaml.toString();
    }

    private static ObjectNode schema(Parameter<?> parameter, ServerLimits limits) {
        ObjectNode schema = new ObjectMapper().createObjectNode();
        schema.put("description", parameter.description());
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
        schema.put("minimum", range.min());
        schema.put("maximum", Math.min(range.max(), limits.max(parameter)));
        return schema;
    }

    /**
     * Sends random valid and invalid requests: the same in every build, so that none fails by chance, and others with
     * {@code -Dseed}, a whole number.
     */
    @Test
    @Tag("slow")
    void serverDoesWhatTheDescriptionSays() throws Exception {
        ServerLimits limits = ServerLimits.builder()
                .set(ServerLimit.REQUESTS_PER_MINUTE, 1_000_000)
                .set(ServerLimit.TOKENS_PER_DAY, 2_000_000_000)
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

package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.ConformanceSuite.Scenario;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The official conformance suite against {@code /mcp}. Scenarios that do not apply to Tern are listed here with the
 * reasons, and in {@code docs/mcp.md}, which {@code -Dtern.write=true} brings up to date.
 */
final class McpConformanceTest {
    private static final List<String> APPLIES =
            List.of("dns-rebinding-protection", "ping", "server-initialize", "tools-list");

    private static final Map<String, List<String>> DOES_NOT_APPLY = new LinkedHashMap<>();

    static {
        DOES_NOT_APPLY.put(
                "calls a tool that the suite brings along, and Tern has tools of its own only",
                List.of(
                        "json-schema-2020-12",
                        "tools-call-audio",
                        "tools-call-embedded-resource",
                        "tools-call-error",
                        "tools-call-image",
                        "tools-call-mixed-content",
                        "tools-call-simple-text",
                        "tools-call-with-progress"));
        DOES_NOT_APPLY.put(
                "Tern asks nothing of a client: no sampling, no elicitation",
                List.of(
                        "elicitation-sep1034-defaults",
                        "elicitation-sep1330-enums",
                        "tools-call-elicitation",
                        "tools-call-sampling"));
        DOES_NOT_APPLY.put(
                "Tern sends no log messages to clients", List.of("logging-set-level", "tools-call-with-logging"));
        DOES_NOT_APPLY.put(
                "Tern has no resources: documents are read by its tools",
                List.of(
                        "resources-list",
                        "resources-read-binary",
                        "resources-read-text",
                        "resources-subscribe",
                        "resources-templates-read",
                        "resources-unsubscribe"));
        DOES_NOT_APPLY.put(
                "Tern has no prompts, and so nothing to complete",
                List.of(
                        "completion-complete",
                        "prompts-get-embedded-resource",
                        "prompts-get-simple",
                        "prompts-get-with-args",
                        "prompts-get-with-image",
                        "prompts-list"));
        DOES_NOT_APPLY.put(
                "there are no sessions and no streams: a message is answered in one piece",
                List.of("server-sse-multiple-streams", "server-sse-polling"));
    }

    private static final String BEGIN = "<!-- conformance -->\n";
    private static final String END = "<!-- end of conformance -->\n";

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void everyScenarioThatAppliesPasses() throws Exception {
        Map<String, Scenario> seen;
        try (Running server = Running.over(new ScriptedBackend(null), folder.resolve("server"))) {
            server.add("bridges", Running.EMIL);
            seen = ConformanceSuite.installed()
                    .run(server.address() + "/mcp", Files.createDirectory(folder.resolve("results")));
        }
        for (String name : APPLIES) {
            Scenario scenario = seen.remove(name);
            assertThat(scenario).as(name).isNotNull();
            assertThat(scenario.failed()).as(name).isEmpty();
            assertThat(scenario.passed()).as(name).isPositive();
        }
        assertThat(seen.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        DOES_NOT_APPLY.values().stream().flatMap(List::stream).toList());
        // One that passes after all applies.
        assertThat(seen)
                .allSatisfy((name, scenario) ->
                        assertThat(scenario.passed()).as(name).isZero());
    }

    @Test
    void pageNamesWhatAppliesAndWhatDoesNot() throws IOException {
        Path page = Path.of("../../docs", "mcp.md");
        String text = Files.readString(page, StandardCharsets.UTF_8);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        if (Boolean.getBoolean("tern.write")) {
            Files.writeString(page, text.substring(0, begin) + table() + text.substring(end));
        } else {
            assertThat(text.substring(begin, end))
                    .as("docs/mcp.md; to bring it up to date: -Dtest=McpConformanceTest -Dtern.write=true")
                    .isEqualTo(table());
        }
    }

    private static String table() {
        String rows = DOES_NOT_APPLY.entrySet().stream()
                .map(reason -> "| " + named(reason.getValue()) + " | " + reason.getKey() + " |\n")
                .collect(Collectors.joining());
        return "| scenario | |\n|---|---|\n| " + named(APPLIES) + " | **passes** |\n" + rows;
    }

    private static String named(List<String> scenarios) {
        return scenarios.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @CsvSource({
        "2025-03-26, 2025-03-26",
        "2025-06-18, 2025-06-18",
        "2025-11-25, 2025-11-25",
        "2026-07-28, 2025-11-25",
        "1999-01-01, 2025-11-25"
    })
    void clientOfAnyRevisionIsOfferedOneThatIsSpoken(String asked, String offered) {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            JsonNode answer = Running.json(server.post(
                    "/mcp",
                    "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\": {\"protocolVersion\": \""
                            + asked
                            + "\", \"capabilities\": {}, \"clientInfo\": {\"name\": \"a\", \"version\": \"1\"}}}"));
            assertThat(answer.path("result").path("protocolVersion").asText()).isEqualTo(offered);
        }
    }

    /** Such a client takes a 400 of another revision for an older server, and starts with the older handshake. */
    @Test
    void clientOfTheRevisionWithoutABeginningIsToldToBegin() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            HttpResponse<String> answer = server.send(server.posting(
                            "/mcp",
                            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"server/discover\", \"params\": {\"_meta\":"
                                    + " {\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\"}}}")
                    .header("MCP-Protocol-Version", "2026-07-28"));
            assertThat(answer.statusCode()).isEqualTo(400);
            JsonNode error = Running.json(answer).path("error");
            assertThat(error.path("code").asInt()).isEqualTo(-32600);
            assertThat(error.path("message").asText())
                    .isEqualTo("MCP-Protocol-Version must be one of 2025-03-26, 2025-06-18, 2025-11-25");
        }
    }
}

package dev.tern.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.server.PythonEnvironment.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The official conformance suite of the Model Context Protocol. */
final class ConformanceSuite {
    private static final Pattern RESULTS = Pattern.compile("server-(.+)-\\d{4}-\\d\\d-\\d\\dT[-\\dZ]+");

    private final NodeEnvironment node;

    private ConformanceSuite(NodeEnvironment node) {
        this.node = node;
    }

    /**
     * The result of a scenario.
     *
     * @param passed the number of passed checks
     * @param failed the messages of failed checks
     */
    record Scenario(int passed, List<String> failed) {}

    /**
     * Returns the suite, installed if it is missing.
     *
     * @throws IllegalStateException if it cannot be installed, with the missing requirement
     */
    static ConformanceSuite installed() throws IOException, InterruptedException {
        return new ConformanceSuite(NodeEnvironment.installed());
    }

    /** Runs every scenario for servers. */
    Map<String, Scenario> run(String address, Path folder) throws IOException, InterruptedException {
        Outcome outcome = node.run(List.of(
                node.modules()
                        .resolve("@modelcontextprotocol/conformance/dist/index.js")
                        .toString(),
                "server",
                "--url",
                address,
                "--suite",
                "all",
                "--output-dir",
                folder.toString()));
        Map<String, Scenario> scenarios = new TreeMap<>();
        try (Stream<Path> results = Files.list(folder)) {
            for (Path result : results.toList()) {
                Matcher name = RESULTS.matcher(result.getFileName().toString());
                if (name.matches()) {
                    scenarios.put(name.group(1), read(result.resolve("checks.json")));
                }
            }
        }
        if (scenarios.isEmpty()) {
            throw new IllegalStateException("The suite ran no scenario:\n" + outcome.said());
        }
        return scenarios;
    }

    private static Scenario read(Path checks) throws IOException {
        int passed = 0;
        List<String> failed = new ArrayList<>();
        for (JsonNode check : JsonMapper.builder().build().readTree(checks.toFile())) {
            switch (check.path("status").asText()) {
                case "SUCCESS" -> passed++;
                case "FAILURE" ->
                    failed.add(check.path("id").asText() + ": "
                            + check.path("errorMessage").asText());
                default -> {
                    // said, and not judged
                }
            }
        }
        return new Scenario(passed, failed);
    }
}

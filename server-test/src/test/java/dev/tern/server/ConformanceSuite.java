package dev.tern.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.server.PythonEnvironment.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The conformance suite of the protocol of agents, of those who write the protocol, on a Node that is installed with it. */
final class ConformanceSuite {
    private static final Path WANTED = Path.of("src/test/node").toAbsolutePath();
    private static final List<String> FILES = List.of("package.json", "package-lock.json");
    private static final Pattern RESULTS = Pattern.compile("server-(.+)-\\d{4}-\\d\\d-\\d\\dT[-\\dZ]+");

    private final MadeOnce made;

    private ConformanceSuite(MadeOnce made) {
        this.made = made;
    }

    /**
     * What came of a scenario.
     *
     * @param passed how many of its checks passed
     * @param failed what is said of those that did not
     */
    record Scenario(int passed, List<String> failed) {}

    /**
     * The suite, installed if it is not there.
     *
     * @throws IllegalStateException if it cannot be, saying what is needed
     */
    static ConformanceSuite installed() throws IOException, InterruptedException {
        String lock = Files.readString(WANTED.resolve("package-lock.json"), StandardCharsets.UTF_8);
        return new ConformanceSuite(
                MadeOnce.in(Path.of("target").toAbsolutePath(), "node", lock, ConformanceSuite::install));
    }

    private static void install(MadeOnce made) throws IOException, InterruptedException {
        for (String file : FILES) {
            Files.copy(WANTED.resolve(file), made.folder().resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        String said;
        try {
            Outcome outcome = made.run(List.of("npm", "ci", "--no-audit", "--no-fund"));
            if (outcome.status() == 0) {
                return;
            }
            said = outcome.said();
        } catch (IOException e) {
            said = String.valueOf(e.getMessage());
        }
        throw new IllegalStateException("The conformance suite of MCP could not be installed; npm is needed (Debian:"
                + " \"sudo apt install npm\"):\n" + said);
    }

    /** Runs every scenario for servers. */
    Map<String, Scenario> run(String address, Path folder) throws IOException, InterruptedException {
        Path programs = made.folder().resolve("node_modules");
        Outcome outcome = made.run(List.of(
                programs.resolve(".bin/node").toString(),
                programs.resolve("@modelcontextprotocol/conformance/dist/index.js")
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

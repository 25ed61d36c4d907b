package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.app.limits.ServerLimit;
import dev.tern.cli.ScriptedBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/server.md} lists every limit, every endpoint and every tool. With {@code -Dpages=write} its settings are written. */
class LimitsPageTest {
    private static final Path PAGE = Path.of("../../docs", "server.md");
    private static final String END = "<!-- /limits -->";

    @TempDir
    private Path folder;

    @Test
    void everyLimitOfTheServerIsListed() throws IOException {
        String page = Files.readString(PAGE);
        String written = with(with(page, "server", settings()), "constants", constants());
        if ("write".equals(System.getProperty("pages"))) {
            Files.writeString(PAGE, written);
        } else {
            assertThat(page)
                    .as("to bring it up to date: mvn test -pl tests/server -am -Dtest=LimitsPageTest -Dpages=write")
                    .isEqualTo(written);
        }
    }

    private static String with(String page, String name, String table) {
        String start = "<!-- limits: " + name + " -->\n";
        int from = page.indexOf(start) + start.length();
        return page.substring(0, from) + table + page.substring(page.indexOf(END, from));
    }

    private static String settings() {
        return rows(
                "| setting | default | range | limits |\n|---|---|---|---|\n",
                limit -> limit.setting().isPresent(),
                limit -> String.format(
                        Locale.ROOT,
                        "| `%s` | %,d | %,d to %,d | %s |%n",
                        limit.setting().orElseThrow(),
                        limit.defaultValue(),
                        limit.min(),
                        limit.max(),
                        limit.description()));
    }

    private static String constants() {
        return rows(
                "| default | limits |\n|---|---|\n",
                limit -> limit.setting().isEmpty(),
                limit -> String.format(Locale.ROOT, "| %,d | %s |%n", limit.defaultValue(), limit.description()));
    }

    private static String rows(String heading, Predicate<ServerLimit> wanted, Function<ServerLimit, String> row) {
        return Arrays.stream(ServerLimit.values()).filter(wanted).map(row).collect(Collectors.joining("", heading, ""));
    }

    @Test
    void everyEndpointAndEveryToolNamesItsBoundsOrWhyItNeedsNone() throws IOException {
        try (Running server = Running.over(
                new ScriptedBackend(null),
                folder,
                usual -> usual.mcpWrites(true).mcpEdits(true))) {
            assertListed(
                    "endpoints",
                    server.server().endpoints().stream()
                            .map(endpoint -> endpoint.method() + " " + endpoint.path())
                            .collect(Collectors.toSet()));
            JsonNode tools =
                    Running.json(server.post("/mcp", "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}"));
            List<String> names = new ArrayList<>();
            tools.path("result")
                    .path("tools")
                    .forEach(tool -> names.add(tool.path("name").asText()));
            assertListed("tools", Set.copyOf(names));
        }
    }

    /** Returns the rows of a table, by their first cells. */
    static Map<String, String> listed(String what) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("<!-- limits: " + what + " -->");
        Map<String, String> listed = new TreeMap<>();
        page.substring(from, page.indexOf(END, from))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split(" \\| ", 2))
                .forEach(cells -> listed.put(cells[0].substring(3, cells[0].length() - 1), cells[1]));
        return listed;
    }

    private static void assertListed(String what, Set<String> there) throws IOException {
        Map<String, String> listed = listed(what);
        assertThat(listed.keySet()).as(what).isEqualTo(new TreeSet<>(there));
        Set<String> settings = Arrays.stream(ServerLimit.values())
                .flatMap(limit -> limit.setting().stream())
                .collect(Collectors.toSet());
        listed.forEach((name, bounds) -> {
            if (bounds.startsWith("none")) {
                assertThat(bounds).as("%s has no bound, and no reason", name).startsWith("none: ");
            }
            for (String part : bounds.split("`", -1)) {
                if (part.startsWith("server.") || part.startsWith("mcp.")) {
                    assertThat(settings).as("what %s names", name).contains(part);
                }
            }
        });
    }
}

package dev.tern.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Checks the tables and the plot of {@code docs/performance.md} against the benchmarks' output in
 * {@code docs/performance}. With {@code -Dtern.write=true} they are rewritten.
 */
final class PerformancePageTest {
    private static List<JsonNode> lines(String name) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(GeneratedPage.DOCS.resolve("performance/" + name + ".jsonl"))) {
            lines.add(new JsonMapper().readTree(line));
        }
        lines.sort(Comparator.comparingDouble(PerformancePageTest::relations));
        return lines;
    }

    @Test
    void tablesAreThoseOfTheRuns() throws IOException {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        tables.put("questions", questions(lines("scale")));
        tables.put("growth", growth(lines("scale")));
        tables.put("peer", peer(lines("peer")));
        tables.put("processes", processes(lines("start")));
        GeneratedPage.assertTables(GeneratedPage.DOCS.resolve("performance.md"), tables);
    }

    @Test
    void plotIsThatOfTheRuns() throws IOException {
        Map<String, List<SvgDrawing.Point>> curves = new LinkedHashMap<>();
        for (String state : List.of("merged", "added")) {
            List<SvgDrawing.Point> points = new ArrayList<>();
            for (JsonNode line : lines("scale")) {
                points.add(new SvgDrawing.Point(
                        relations(line), line.path(state).path("p50").asDouble()));
            }
            curves.put("Tern, local, " + state, points);
        }
        addPeers(curves, ", by turns", "graph p50, ms");
        String title = "Median time of a question against the relations of the graph";
        GeneratedPage.assertWritten(
                GeneratedPage.DOCS.resolve("performance/growth.svg"), GrowthPlot.svg(title, "ms", curves));
    }

    @Test
    void plotOfPeerIsThatOfTheRuns() throws IOException {
        Map<String, List<SvgDrawing.Point>> curves = new LinkedHashMap<>();
        addPeers(curves, "", "ingest, with the encoder, s");
        String title = "Median time of indexing, with the encoder, against the relations of the graph";
        GeneratedPage.assertWritten(
                GeneratedPage.DOCS.resolve("performance/indexing.svg"), GrowthPlot.svg(title, "s", curves));
    }

    /** Adds a curve of each compared system that has the figure. */
    private static void addPeers(Map<String, List<SvgDrawing.Point>> curves, String suffix, String figure)
            throws IOException {
        for (JsonNode line : lines("peer")) {
            line.path("systems").properties().forEach(system -> {
                JsonNode median = system.getValue().path(figure).path(0);
                if (!median.isMissingNode()) {
                    curves.computeIfAbsent(system.getKey() + suffix, name -> new ArrayList<>())
                            .add(new SvgDrawing.Point(line.path("relations").asDouble(), median.asDouble()));
                }
            });
        }
    }

    private static double relations(JsonNode line) {
        return line.path("adding")
                .path("relations")
                .asDouble(line.path("relations").asDouble());
    }

    /** Returns the times of a question, and the memory after many. */
    private static List<String> questions(List<JsonNode> lines) {
        List<String> table = new ArrayList<>();
        table.add("| relations | | p50 / p95, ms | of a processor, ms | open, ms | first answer, ms | own memory, MB |"
                + " mapped files, MB | load |");
        table.add("|---|---|---|---|---|---|---|---|---|");
        for (JsonNode line : lines) {
            for (String state : List.of("added", "merged")) {
                JsonNode asked = line.path(state);
                table.add(String.format(
                        Locale.ROOT,
                        "| %s | %s | %.1f / %.1f | %.1f | %,.0f | %,.0f | %,d | %,d | %.1f |",
                        state.equals("added") ? String.format(Locale.ROOT, "%,.0f", relations(line)) : "",
                        state,
                        asked.path("p50").asDouble(),
                        asked.path("p95").asDouble(),
                        asked.path("processorMillis").asDouble(),
                        asked.path("openMillis").asDouble(),
                        asked.path("firstMillis").asDouble(),
                        asked.path("ownMegabytes").asLong(),
                        asked.path("mappedMegabytes").asLong(),
                        asked.path("process").path("loadBefore").asDouble()));
            }
        }
        return table;
    }

    /** Returns the times and sizes of indexing. */
    private static List<String> growth(List<JsonNode> lines) {
        List<String> table = new ArrayList<>();
        table.add("| relations | entities | passages | writing, s (of a processor) | merging, s (of a processor) | disk"
                + " added / merged, MB | `tern verify`, s | date |");
        table.add("|---|---|---|---|---|---|---|---|");
        for (JsonNode line : lines) {
            table.add(String.format(
                    Locale.ROOT,
                    "| %,.0f | %,d | %,d | %,.1f (%,.1f) | %,.1f (%,.1f) | %,d / %,d | %,.1f | %s |",
                    relations(line),
                    line.path("adding").path("entities").asLong(),
                    line.path("adding").path("passages").asLong(),
                    line.path("adding").path("seconds").asDouble(),
                    line.path("adding").path("processorSeconds").asDouble(),
                    line.path("merging").path("seconds").asDouble(),
                    line.path("merging").path("processorSeconds").asDouble(),
                    line.path("added").path("diskMegabytes").asLong(),
                    line.path("merged").path("diskMegabytes").asLong(),
                    line.path("verify").path("process").path("seconds").asDouble(),
                    line.path("date").asText()));
        }
        return table;
    }

    /** Returns the comparison of the larger graphs; the plots have all. */
    private static List<String> peer(List<JsonNode> all) {
        List<JsonNode> lines = all.stream()
                .filter(line -> line.path("passages").asLong() > 1_000)
                .toList();
        Set<String> systems = new LinkedHashSet<>();
        lines.forEach(line -> line.path("systems").fieldNames().forEachRemaining(systems::add));
        List<String> table = new ArrayList<>();
        table.add("| median of the rounds (least, most) | " + String.join(" | ", systems) + " |");
        table.add("|---".repeat(systems.size() + 1) + "|");
        for (JsonNode line : lines) {
            table.add(String.format(
                    Locale.ROOT,
                    "| **%,d passages, %,d triplets**, %d questions, %d rounds, load %.1f, %s |%s",
                    line.path("passages").asLong(),
                    line.path("relations").asLong(),
                    line.path("questions").asLong(),
                    line.path("rounds").asLong(),
                    line.path("loadBefore").asDouble(),
                    line.path("date").asText(),
                    " |".repeat(systems.size())));
            line.path("systems").path("Tern").fieldNames().forEachRemaining(what -> {
                StringBuilder row = new StringBuilder("| " + what + " |");
                for (String system : systems) {
                    JsonNode figure = line.path("systems").path(system).path(what);
                    row.append(" ")
                            .append(figure.isMissingNode() ? "-" : spread(figure))
                            .append(" |");
                }
                table.add(row.toString());
            });
        }
        return table;
    }

    private static List<String> processes(List<JsonNode> lines) {
        List<String> table = new ArrayList<>();
        table.add("| median (least, most) |"
                + lines.stream()
                        .map(line -> String.format(
                                Locale.ROOT,
                                " %s, load %.1f, %s |",
                                line.path("of").asText(),
                                line.path("loadBefore").asDouble(),
                                line.path("date").asText()))
                        .collect(Collectors.joining()));
        table.add("|---".repeat(lines.size() + 1) + "|");
        lines.getFirst()
                .path("figures")
                .fieldNames()
                .forEachRemaining(name -> table.add("| " + name + " |"
                        + lines.stream()
                                .map(line -> " " + spread(line.path("figures").path(name)) + " |")
                                .collect(Collectors.joining())));
        return table;
    }

    /** Formats a median with minimum and maximum. */
    private static String spread(JsonNode three) {
        return String.format(
                Locale.ROOT,
                "%,.2f (%,.2f, %,.2f)",
                three.path(0).asDouble(),
                three.path(1).asDouble(),
                three.path(2).asDouble());
    }
}

package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.eval.measure.Interval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Checks the tables and the plot of {@code docs/evaluation.md} against the {@code report.json}
 * files in {@code docs/evaluation}. With {@code -Dtern.write=true} they are rewritten.
 */
final class EvaluationPageTest {

    private static JsonNode run(String name) {
        try {
            return new JsonMapper()
                    .readTree(GeneratedPage.DOCS
                            .resolve("evaluation/" + name + ".json")
                            .toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, List<String>> tables() {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        tables.put("methods", methods(run("seven"), EvaluationPageTest::isWhole));
        tables.put("ahead", ahead(run("seven"), EvaluationPageTest::isWhole));
        tables.put("parts", ahead(run("four"), name -> name.startsWith("local")));
        tables.put("encoders", encoders());
        tables.put("merged", methods(run("merged"), EvaluationPageTest::isWhole));
        tables.put("candidates", candidates(run("four")));
        return tables;
    }

    private static boolean isWhole(String method) {
        return !method.startsWith("local without");
    }

    /** The page promises a mean cost of at most two and a half points of recall@5. */
    @Test
    void modelsOfNoUseCostTwoAndAHalfPointsAtMost() throws IOException {
        Map<String, Double> mean = new TreeMap<>();
        for (JsonNode set : run("four").path("sets")) {
            for (Map.Entry<String, JsonNode> method : set.path("methods").properties()) {
                double recall = method.getValue()
                        .path("measures")
                        .path("recall@5")
                        .path("value")
                        .asDouble();
                mean.merge(method.getKey(), recall, Double::sum);
            }
        }
        int sets = run("four").path("sets").size();
        double local = mean.getOrDefault("local", Double.NaN) / sets;
        assertThat(mean.keySet()).filteredOn(name -> name.startsWith("graph")).hasSize(7);
        mean.forEach((name, sum) -> {
            if (name.startsWith("graph")) {
                assertThat(sum / sets).as(name).isGreaterThanOrEqualTo(local - 2.5);
            }
        });
    }

    @Test
    void tablesAreThoseOfTheRuns() throws IOException {
        GeneratedPage.assertTables(GeneratedPage.DOCS.resolve("evaluation.md"), tables());
    }

    private static Interval interval(JsonNode node) {
        return new Interval(
                node.path("value").asDouble(),
                node.path("low").asDouble(),
                node.path("high").asDouble());
    }

    /** Returns recall@2, recall@5 and all-gold@5 of every method on every set and in the mean. */
    private static List<String> methods(JsonNode run, Predicate<String> shown) {
        List<String> lines = new ArrayList<>();
        StringBuilder heading = new StringBuilder("| |");
        run.path("sets")
                .forEach(set -> heading.append(String.format(
                        Locale.ROOT,
                        " %s (%,d questions, %,d documents) |",
                        set.path("dataset").asText(),
                        set.path("queries").asInt(),
                        set.path("documents").asInt())));
        lines.add(heading + " mean |");
        lines.add("|---|" + "---|".repeat(run.path("sets").size() + 1));
        run.path("mean").properties().stream()
                .filter(method -> shown.test(method.getKey()))
                .forEach(method -> {
                    StringBuilder line = new StringBuilder("| " + method.getKey() + " |");
                    run.path("sets")
                            .forEach(set -> line.append(" ")
                                    .append(three(set.path("methods")
                                            .path(method.getKey())
                                            .path("measures")))
                                    .append(" |"));
                    lines.add(line + " **" + three(method.getValue()) + "** |");
                });
        return lines;
    }

    private static String three(JsonNode measures) {
        return String.format(
                Locale.ROOT,
                "%.1f / %.1f / %.1f",
                measures.path("recall@2").path("value").asDouble(),
                measures.path("recall@5").path("value").asDouble(),
                measures.path("allGold@5").path("value").asDouble());
    }

    /** Returns the mean lead of local over methods. */
    private static List<String> ahead(JsonNode run, Predicate<String> shown) {
        List<String> lines = new ArrayList<>();
        lines.add("| local is ahead of | R@2 | R@5 | all@5 | p of R@5 |");
        lines.add("|---|---|---|---|---|");
        run.path("ahead").properties().stream()
                .filter(method -> shown.test(method.getKey()))
                .forEach(method -> lines.add(String.format(
                        Locale.ROOT,
                        "| %s | %s | %s | %s | %.3f |",
                        method.getKey(),
                        signed(method.getValue().path("recall@2")),
                        signed(method.getValue().path("recall@5")),
                        signed(method.getValue().path("allGold@5")),
                        method.getValue().path("recall@5").path("chance").asDouble())));
        return lines;
    }

    /** Returns recall@5 and all-gold@5 of naive and local, by set and in the mean, by encoder. */
    private static List<String> encoders() {
        Map<String, JsonNode> runs = new LinkedHashMap<>();
        runs.put("all-MiniLM-L6-v2", run("seven"));
        runs.put("static", run("static"));
        runs.put("bge-small-en-v1.5", run("bge-small"));
        runs.put("e5-small-v2", run("e5-small"));
        List<String> lines = new ArrayList<>();
        StringBuilder heading = new StringBuilder("| |");
        run("seven")
                .path("sets")
                .forEach(set ->
                        heading.append(" ").append(set.path("dataset").asText()).append(" |"));
        lines.add(heading + " mean |");
        lines.add("|---|" + "---|".repeat(run("seven").path("sets").size() + 1));
        for (String mode : List.of("naive", "local")) {
            runs.forEach((encoder, run) -> {
                StringBuilder line = new StringBuilder("| " + mode + ", " + encoder + " |");
                run.path("sets")
                        .forEach(set -> line.append(" ")
                                .append(two(set.path("methods").path(mode).path("measures")))
                                .append(" |"));
                lines.add(line + " **" + two(run.path("mean").path(mode)) + "** |");
            });
        }
        return lines;
    }

    private static String two(JsonNode measures) {
        return String.format(
                Locale.ROOT,
                "%.1f / %.1f",
                measures.path("recall@5").path("value").asDouble(),
                measures.path("allGold@5").path("value").asDouble());
    }

    private static String signed(JsonNode node) {
        Interval points = interval(node);
        return String.format(Locale.ROOT, "%+.1f [%+.1f, %+.1f]", points.value(), points.low(), points.high());
    }

    private static List<String> candidates(JsonNode run) {
        List<String> lines = new ArrayList<>();
        lines.add("| budget | lines | tokens | whole prompt | coverage | all gold covered | evidence |");
        lines.add("|---|---|---|---|---|---|---|");
        for (JsonNode each : run.path("candidates")) {
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.0f | %,.0f | %s | %s | %s |",
                    each.has("budget")
                            ? String.format(
                                    Locale.ROOT, "%,d", each.path("budget").asInt())
                            : "all",
                    each.path("lines").asDouble(),
                    each.path("tokens").asDouble(),
                    each.path("promptTokens").asDouble(),
                    within(each.path("coverage")),
                    within(each.path("allGold")),
                    within(each.path("evidence"))));
        }
        return lines;
    }

    private static String within(JsonNode node) {
        Interval interval = interval(node);
        return String.format(Locale.ROOT, "%.1f [%.1f, %.1f]", interval.value(), interval.low(), interval.high());
    }
}

package dev.tern.eval;

import dev.tern.eval.measure.Difference;
import dev.tern.eval.measure.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** Formats a summary as tables: padded text for terminals, or Markdown. */
public final class EvaluationTables {
    private static final String NONE = "-";
    private static final List<String> KEY_MEASURES = List.of("recall@2", "recall@5", "allGold@5");

    private final EvaluationSummary summary;

    /** Creates tables that show a summary. */
    public EvaluationTables(EvaluationSummary summary) {
        this.summary = summary;
    }

    /** Returns the lines of the tables, with padded columns and a blank line between tables. */
    public List<String> text() {
        return joined(grids().stream().map(TextTable::text).toList());
    }

    public List<String> markdown() {
        return joined(grids().stream().map(TextTable::markdown).toList());
    }

    private static List<String> joined(List<List<String>> tables) {
        List<String> lines = new ArrayList<>();
        for (List<String> table : tables) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(table);
        }
        return lines;
    }

    private List<TextTable> grids() {
        List<TextTable> grids = new ArrayList<>();
        summary.sets().forEach(set -> grids.add(ofSet(set)));
        if (summary.sets().size() > 1) {
            grids.add(means());
        }
        grids.add(intervals());
        summary.sets().forEach(set -> grids.addAll(strata(set)));
        if (!summary.candidates().isEmpty()) {
            summary.sets().forEach(set -> grids.add(candidates("candidates on " + set.dataset(), set.candidates())));
            if (summary.sets().size() > 1) {
                grids.add(candidates("candidates, mean of the sets", summary.candidates()));
            }
        }
        return grids;
    }

    private static TextTable ofSet(EvaluationReport set) {
        List<String> heading = new ArrayList<>(List.of("method"));
        List<String> measures =
                List.copyOf(set.methods().values().iterator().next().measures().keySet());
        measures.forEach(measure -> heading.add(cellText(measure)));
        heading.addAll(List.of("p50 ms", "p95 ms", "own p50 ms", "own p95 ms", "round trips", "model calls"));
        boolean chats = any(set, cost -> cost.outputTokens() > 0);
        if (chats) {
            heading.addAll(List.of("tokens in", "tokens out"));
        }
        boolean priced = any(set, cost -> cost.paid().orElse(0) > 0);
        if (priced) {
            heading.add("cost of 1,000");
        }
        List<List<String>> rows = new ArrayList<>();
        set.methods().forEach((name, figures) -> {
            List<String> row = new ArrayList<>(List.of(name));
            measures.forEach(measure -> row.add(figure(figures.mean(measure))));
            MethodFigures.Times times = figures.times();
            row.add(figure(times.p50Millis()));
            row.add(figure(times.p95Millis()));
            row.add(figure(times.p50OwnMillis()));
            row.add(figure(times.p95OwnMillis()));
            // The calls of a baseline are not counted.
            boolean counted = figures.cost().storeCalls() > 0;
            row.add(counted ? figure(figures.cost().roundTrips()) : NONE);
            row.add(counted ? figure(figures.cost().modelCalls()) : NONE);
            if (chats) {
                row.add(counted ? rounded(figures.cost().inputTokens()) : NONE);
                row.add(counted ? rounded(figures.cost().outputTokens()) : NONE);
            }
            if (priced) {
                OptionalDouble paid = figures.cost().paid();
                row.add(paid.isPresent() ? String.format(Locale.ROOT, "%.3f", 1000 * paid.getAsDouble()) : NONE);
            }
            rows.add(row);
        });
        String title = String.format(
                Locale.ROOT, "%s: %,d questions, %,d documents", set.dataset(), set.queries(), set.documents());
        return new TextTable(title, heading, rows);
    }

    private static boolean any(EvaluationReport set, Predicate<MethodFigures.Cost> wanted) {
        return set.methods().values().stream().map(MethodFigures::cost).anyMatch(wanted);
    }

    private TextTable means() {
        List<String> heading = new ArrayList<>(List.of("method"));
        List<List<String>> rows = new ArrayList<>();
        summary.means().forEach((method, measures) -> {
            if (heading.size() == 1) {
                measures.keySet().forEach(measure -> heading.add(cellText(measure)));
            }
            List<String> row = new ArrayList<>(List.of(method));
            measures.values().forEach(interval -> row.add(figure(interval.value())));
            rows.add(row);
        });
        return new TextTable("mean of the " + summary.sets().size() + " sets", heading, rows);
    }

    private TextTable intervals() {
        String reference = summary.reference();
        List<String> measures = KEY_MEASURES.stream()
                .filter(measure -> summary.means().values().iterator().next().containsKey(measure))
                .toList();
        List<String> heading = new ArrayList<>(List.of("method"));
        measures.forEach(measure -> heading.add(cellText(measure)));
        measures.forEach(measure -> heading.add(reference + " ahead, " + cellText(measure)));
        List<List<String>> rows = new ArrayList<>();
        summary.means().forEach((method, means) -> {
            List<String> row = new ArrayList<>(List.of(method));
            measures.forEach(measure -> row.add(interval(means, measure)));
            measures.forEach(measure -> row.add(difference(method, measure)));
            rows.add(row);
        });
        return new TextTable("95 % intervals, and how far " + reference + " is ahead (p)", heading, rows);
    }

    private static String interval(Map<String, Interval> means, String measure) {
        Interval interval = means.getOrDefault(measure, new Interval(0, 0, 0));
        return String.format(Locale.ROOT, "%.1f [%.1f, %.1f]", interval.value(), interval.low(), interval.high());
    }

    private String difference(String method, String measure) {
        Difference difference =
                summary.differences().getOrDefault(method, Map.of()).get(measure);
        if (difference == null) {
            return NONE;
        }
        Interval points = difference.difference();
        return String.format(
                Locale.ROOT,
                "%+.1f [%+.1f, %+.1f] (%.3f)",
                points.value(),
                points.low(),
                points.high(),
                difference.chance());
    }

    private static List<TextTable> strata(EvaluationReport set) {
        String measure = KEY_MEASURES.get(1);
        List<TextTable> grids = new ArrayList<>();
        set.methods().values().iterator().next().strata().forEach((by, some) -> {
            List<String> heading = new ArrayList<>(List.of("method"));
            some.forEach((name, stratum) -> heading.add(name + " (" + stratum.questions() + ")"));
            List<List<String>> rows = new ArrayList<>();
            set.methods().forEach((name, figures) -> {
                List<String> row = new ArrayList<>(List.of(name));
                some.keySet()
                        .forEach(stratum -> row.add(
                                figure(figures.stratum(by, stratum).measures().getOrDefault(measure, 0.0))));
                rows.add(row);
            });
            grids.add(new TextTable(cellText(measure) + " by " + by + " on " + set.dataset(), heading, rows));
        });
        return grids;
    }

    private static TextTable candidates(String title, List<CandidateFigures> candidates) {
        List<String> heading =
                List.of("budget", "lines", "tokens", "prompt tokens", "coverage", "all gold covered", "evidence");
        List<List<String>> rows = new ArrayList<>();
        for (CandidateFigures figures : candidates) {
            rows.add(List.of(
                    figures.budget().isPresent()
                            ? String.format(Locale.ROOT, "%,d", figures.budget().getAsInt())
                            : "all",
                    String.format(Locale.ROOT, "%,.0f", figures.lines()),
                    String.format(Locale.ROOT, "%,.0f", figures.tokens()),
                    String.format(Locale.ROOT, "%,.0f", figures.promptTokens()),
                    interval(Map.of("", figures.coverage()), ""),
                    interval(Map.of("", figures.allGold()), ""),
                    interval(Map.of("", figures.evidence()), "")));
        }
        return new TextTable(title, heading, rows);
    }

    private static String cellText(String measure) {
        return measure.replace("recall@", "R@")
                .replace("allGold@", "all@")
                .replace("mrr", "MRR")
                .replace("ndcg@", "nDCG@")
                .replace("exactMatch", "EM")
                .replace("f1", "F1");
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}

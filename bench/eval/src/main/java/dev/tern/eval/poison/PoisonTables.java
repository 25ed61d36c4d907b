package dev.tern.eval.poison;

import dev.tern.eval.Grid;
import dev.tern.eval.measure.Interval;
import dev.tern.eval.measure.Resampling;
import dev.tern.eval.poison.PoisonReport.Cell;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** What poison came to on some sets, in tables; the figures are means of the sets. */
public final class PoisonTables {
    private final List<PoisonReport> reports;
    private final Resampling resampling;

    /** The tables of some reports, at least one, all of the same methods. */
    public PoisonTables(List<PoisonReport> reports, Resampling resampling) {
        this.reports = List.copyOf(reports);
        this.resampling = resampling;
    }

    /** In columns, an empty line between tables. */
    public List<String> text() {
        return joined(Grid::text);
    }

    public List<String> markdown() {
        return joined(Grid::markdown);
    }

    private List<String> joined(Function<Grid, List<String>> shown) {
        List<String> lines = new ArrayList<>();
        for (Grid grid : List.of(sets(), attacks(), defences(), easier())) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(shown.apply(grid));
        }
        return lines;
    }

    private List<String> methods() {
        return List.copyOf(reports.getFirst().clean().keySet());
    }

    private Grid sets() {
        List<String> heading = new ArrayList<>(List.of("set", "documents", "questions", "poison"));
        methods().forEach(method -> heading.add(method + " R@5"));
        heading.add("seconds");
        List<List<String>> rows = new ArrayList<>();
        for (PoisonReport report : reports) {
            List<String> row = new ArrayList<>(List.of(
                    report.dataset(),
                    String.format(Locale.ROOT, "%,d", report.documents()),
                    String.format(Locale.ROOT, "%,d", report.questions()),
                    String.format(Locale.ROOT, "%,d", report.poison())));
            report.clean().values().forEach(recall -> row.add(interval(recall)));
            row.add(String.format(Locale.ROOT, "%.0f", report.millis() / 1000));
            rows.add(row);
        }
        return new Grid(
                "before anything was written against them (seed "
                        + reports.getFirst().seed() + ")",
                heading,
                rows);
    }

    private Grid attacks() {
        List<String> heading = new ArrayList<>(List.of("attack", "passages"));
        methods().forEach(method -> heading.addAll(List.of(method + " reached", "of five", "weight", "R@5")));
        List<List<String>> rows = new ArrayList<>();
        for (Attack attack : Attack.values()) {
            for (int passages = 1; passages <= Poison.PASSAGES; passages++) {
                int count = passages;
                List<String> row = new ArrayList<>(List.of(attack.label(), String.valueOf(passages)));
                for (String method : methods()) {
                    Predicate<Cell> asked = cell -> cell.attack() == attack
                            && cell.passages() == count
                            && cell.defence() == Defence.NONE
                            && cell.method().equals(method);
                    row.add(figure(mean(asked, Cell::reached)));
                    row.add(String.format(Locale.ROOT, "%.2f", mean(asked, Cell::places)));
                    row.add(figure(mean(asked, Cell::weight)));
                    row.add(figure(mean(asked, Cell::recall)));
                }
                rows.add(row);
            }
        }
        return new Grid("without a defence, by how many passages were written against each question", heading, rows);
    }

    private Grid defences() {
        List<String> heading = new ArrayList<>(List.of("attack", "defence"));
        methods().forEach(method -> heading.addAll(List.of(method + " reached", "of five", "R@5")));
        List<List<String>> rows = new ArrayList<>();
        for (Attack attack : Attack.values()) {
            for (Defence defence : Defence.values()) {
                List<String> row = new ArrayList<>(List.of(attack.label(), defence.label()));
                for (String method : methods()) {
                    Predicate<Cell> asked = cell -> cell.attack() == attack
                            && cell.passages() == Poison.PASSAGES
                            && cell.defence() == defence
                            && cell.method().equals(method);
                    row.add(figure(mean(asked, Cell::reached)));
                    row.add(String.format(Locale.ROOT, "%.2f", mean(asked, Cell::places)));
                    row.add(figure(mean(asked, Cell::recall)));
                }
                rows.add(row);
            }
        }
        return new Grid("with " + Poison.PASSAGES + " passages against each question, by defence", heading, rows);
    }

    private Grid easier() {
        Set<String> attacks = new LinkedHashSet<>(reports.getFirst().easier().keySet());
        List<List<String>> rows = new ArrayList<>();
        for (String attack : attacks) {
            List<String> row = new ArrayList<>(List.of(attack));
            List<double[]> points = new ArrayList<>();
            for (PoisonReport report : reports) {
                PoisonReport.Easier easier = report.easier().get(attack);
                if (easier != null) {
                    row.add(points(easier.difference().difference()));
                    points.add(
                            easier.places().stream().mapToDouble(each -> each).toArray());
                }
            }
            row.add(points(resampling.mean(points)));
            rows.add(row);
        }
        List<String> heading = new ArrayList<>(List.of("attack"));
        reports.forEach(report -> heading.add(report.dataset()));
        heading.add("mean");
        return new Grid(
                "how many more of the first five places " + Poison.PASSAGES + " passages have in local than in naive",
                heading,
                rows);
    }

    private double mean(Predicate<Cell> asked, Function<Cell, Interval> figure) {
        return reports.stream()
                .mapToDouble(report -> report.cells().stream()
                        .filter(asked)
                        .mapToDouble(cell -> figure.apply(cell).value())
                        .average()
                        .orElse(0))
                .average()
                .orElse(0);
    }

    private static String interval(Interval interval) {
        return String.format(Locale.ROOT, "%.1f [%.1f, %.1f]", interval.value(), interval.low(), interval.high());
    }

    private static String points(Interval interval) {
        return String.format(Locale.ROOT, "%+.2f [%+.2f, %+.2f]", interval.value(), interval.low(), interval.high());
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}

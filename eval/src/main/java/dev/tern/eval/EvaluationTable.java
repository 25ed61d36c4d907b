package dev.tern.eval;

import dev.tern.ingest.IngestReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A report in words and columns. */
final class EvaluationTable {
    private static final double BYTES_A_MEGABYTE = 1 << 20;
    private static final String GAP = "  ";

    private EvaluationTable() {}

    static String of(EvaluationReport report) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%s: %,d questions, %,d documents, %s%n",
                report.dataset(),
                report.queries(),
                report.documents(),
                report.embeddingModel()));
        append(text, rows(report));
        report.indexing().ifPresent(ingest -> text.append(indexing(ingest)));
        report.machine()
                .peakMemoryBytes()
                .ifPresent(bytes ->
                        text.append(String.format(Locale.ROOT, "peak memory %,.0f MB%n", bytes / BYTES_A_MEGABYTE)));
        return text.toString();
    }

    private static List<List<String>> rows(EvaluationReport report) {
        List<List<String>> rows = new ArrayList<>();
        report.modes().forEach((mode, figures) -> {
            if (rows.isEmpty()) {
                rows.add(heading(figures));
            }
            List<String> row = new ArrayList<>();
            row.add(EvaluationReport.nameOf(mode));
            figures.recall().values().forEach(percent -> row.add(figure(percent)));
            figures.allGold().values().forEach(percent -> row.add(figure(percent)));
            row.add(figure(figures.latency().p50Millis()));
            row.add(figure(figures.latency().p95Millis()));
            row.add(figure(figures.roundTrips()));
            row.add(figure(figures.modelCalls()));
            rows.add(row);
        });
        return rows;
    }

    private static List<String> heading(ModeFigures figures) {
        List<String> heading = new ArrayList<>();
        heading.add("mode");
        figures.recall().keySet().forEach(cutoff -> heading.add("R@" + cutoff));
        figures.allGold().keySet().forEach(cutoff -> heading.add("all@" + cutoff));
        heading.addAll(List.of("p50 ms", "p95 ms", "round trips", "model calls"));
        return heading;
    }

    /** The first column starts at the left, figures end at the right. */
    private static void append(StringBuilder text, List<List<String>> rows) {
        int columns = rows.isEmpty() ? 0 : rows.getFirst().size();
        int[] width = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                width[i] = Math.max(width[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                String padding = " ".repeat(width[i] - row.get(i).length());
                text.append(i == 0 ? row.get(i) + padding : GAP + padding + row.get(i));
            }
            text.append(System.lineSeparator());
        }
    }

    private static String indexing(IngestReport ingest) {
        if (ingest.passages() == 0) {
            return String.format(Locale.ROOT, "the graph had all %,d documents already%n", ingest.documents());
        }
        double millisOfOurs = ingest.millis() - ingest.embeddingMillis();
        return String.format(
                Locale.ROOT,
                "indexed %,d passages with %,d statements in %.1f s, %.1f s without the embedding model%n",
                ingest.passages(),
                ingest.statements(),
                ingest.millis() / 1000,
                millisOfOurs / 1000);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}

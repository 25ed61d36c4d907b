package dev.tern.eval;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of texts. The first column is left-aligned, the others right-aligned.
 *
 * @param heading a text for each column
 * @param rows the rows, with one text per column
 */
public record TextTable(String title, List<String> heading, List<List<String>> rows) {
    private static final String GAP = "  ";

    public TextTable {
        heading = List.copyOf(heading);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /** Returns the lines of a table with padded columns, the title first. */
    public List<String> text() {
        List<List<String>> all = new ArrayList<>(List.of(heading));
        all.addAll(rows);
        int[] width = new int[heading.size()];
        for (List<String> row : all) {
            for (int i = 0; i < width.length; i++) {
                width[i] = Math.max(width[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>(List.of(title));
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < width.length; i++) {
                String padding = " ".repeat(width[i] - row.get(i).length());
                line.append(i == 0 ? row.get(i) + padding : GAP + padding + row.get(i));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** Returns the lines of a Markdown table, after a bold title. */
    public List<String> markdown() {
        List<String> lines = new ArrayList<>(List.of("**" + title + "**", ""));
        lines.add("| " + String.join(" | ", heading) + " |");
        lines.add("|---|" + "---:|".repeat(heading.size() - 1));
        rows.forEach(row -> lines.add("| " + String.join(" | ", row) + " |"));
        return lines;
    }
}

package dev.tern.documents;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Rows of separated values as text: each a line that says its columns' names, "Name: Ada; Born: 1815.", so that a row
 * makes sense by itself. Without names in the first row a line is its values.
 */
final class TableText {
    private static final char[] SEPARATORS = {',', ';', '\t', '|'};
    private static final int SAMPLE_LINES = 20;

    private TableText() {}

    static Parsed parse(String table, String type, String note, LoadLimits limits) throws UnreadableException {
        Outline outline = new Outline(limits);
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setDelimiter(separator(table))
                .setIgnoreSurroundingSpaces(true)
                .get();
        try (CSVParser rows = CSVParser.parse(new StringReader(table), format)) {
            TableRows written = new TableRows(outline, "");
            for (CSVRecord row : rows) {
                written.row(row.stream().map(cell -> RowCell.of(cell.strip())).toList());
            }
            written.end();
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            throw new UnreadableException("is broken, or no table of separated values: " + e.getMessage());
        }
        return new Parsed(outline.text(), List.of(), outline.tables(), "", type, "", "", note);
    }

    /** The separator that stands equally often in the first lines. */
    private static char separator(String table) {
        List<String> lines = table.lines()
                .limit(SAMPLE_LINES)
                .filter(line -> !line.isBlank())
                .toList();
        char best = ',';
        double bestScore = 0;
        for (char separator : SEPARATORS) {
            long[] counts = lines.stream()
                    .mapToLong(line -> line.chars().filter(c -> c == separator).count())
                    .toArray();
            long least = java.util.Arrays.stream(counts).min().orElse(0);
            long most = java.util.Arrays.stream(counts).max().orElse(0);
            double score = least == 0 ? 0 : least * (least == most ? 2.0 : (double) least / most);
            if (score > bestScore) {
                bestScore = score;
                best = separator;
            }
        }
        return best;
    }
}

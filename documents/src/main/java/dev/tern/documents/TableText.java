package dev.tern.documents;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Converts separated values to text: each row becomes a line with the names of its columns, such as
 * "Name: Ada; Born: 1815.". If the first row has no names, a line has only the values.
 *
 * <p>Quotes around a cell are dropped, and may enclose separators and line breaks. With tabs this
 * is uncertain: spreadsheets quote cells that hold tabs, quotes or line breaks, while databases and
 * other programs write quotes as plain characters. So if all lines have the same number of tabs,
 * each line is a row; else quotes are read as spreadsheets write them, and if that fails each line
 * is a row again. In such rows a cell's quotes are dropped only if each inner quote is doubled, as
 * spreadsheets do.
 */
final class TableText {
    /** Candidates by precedence in a tie: commas also occur in numbers and sentences. */
    private static final char[] SEPARATORS = {'\t', ';', '|', ','};

    private static final int SAMPLE_LINES = 20;
    private static final int SAMPLE_CHARACTERS = 1 << 16;
    private static final Pattern QUOTED =
            Pattern.compile("(?m)(?<=^|[,;\t|])[ ]*\"(?:[^\"]++|\"\")*+\"(?=[ ]*(?:$|[,;\t|]))");
    private static final Pattern QUOTED_CELL = Pattern.compile("\"((?:[^\"]++|\"\")*+)\"");

    private static final Pattern SEPARATOR = Pattern.compile("(?i)\"?sep=(?<separator>[^\\r\\n])\"?\\r?\\n");

    private TableText() {}

    static ParsedFile parse(String whole, String type, String remark, LoadLimits limits) throws UnreadableException {
        // Excel writes the separator on a line of its own.
        Matcher named = SEPARATOR.matcher(whole);
        String table = named.lookingAt() ? whole.substring(named.end()) : whole;
        char separator = named.lookingAt() ? named.group("separator").charAt(0) : separator(table);
        String said = remark;
        Outline outline;
        try {
            outline = writeRows(table, separator, separator == '\t' && isEven(table), limits);
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            outline = lines(table, separator, limits);
            String quote = "has a quote that is not closed: each line is read as a row";
            said = separator == '\t' ? remark : remark.isEmpty() ? quote : remark + "; " + quote;
        }
        return new ParsedFile(outline.text(), List.of(), outline.tables(), "", type, "", "", said);
    }

    /** Reads each line as a row. */
    private static Outline lines(String table, char separator, LoadLimits limits) throws UnreadableException {
        try {
            return writeRows(table, separator, true, limits);
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            throw new UnreadableException("is not a valid table of separated values");
        }
    }

    private static Outline writeRows(String table, char separator, boolean byLines, LoadLimits limits)
            throws IOException, UnreadableException {
        CSVFormat.Builder format = CSVFormat.DEFAULT
                .builder()
                .setDelimiter(separator)
                .setIgnoreSurroundingSpaces(true)
                .setIgnoreEmptyLines(false);
        if (byLines) {
            format.setQuote(null);
        }
        Outline outline = new Outline(limits);
        try (CSVParser rows = CSVParser.parse(new StringReader(table), format.get())) {
            TableRows written = new TableRows(outline, "");
            for (CSVRecord row : rows) {
                written.row(row.stream()
                        .map(String::strip)
                        .map(cell -> RowCell.of(byLines ? unquoted(cell) : cell))
                        .toList());
            }
            written.end();
        }
        return outline;
    }

    private static String unquoted(String cell) {
        boolean quoted = cell.startsWith("\"") && QUOTED_CELL.matcher(cell).matches();
        return quoted
                ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"").strip()
                : cell;
    }

    /** Returns true if all non-blank lines have the same number of tabs. */
    private static boolean isEven(String table) {
        return table.lines()
                        .filter(line -> !line.isBlank())
                        .mapToLong(line -> count(line, '\t'))
                        .distinct()
                        .limit(2)
                        .count()
                == 1;
    }

    private static long count(String line, char separator) {
        return line.chars().filter(c -> c == separator).count();
    }

    /** Returns the separator that occurs, outside quotes, in most lines and most evenly. */
    private static char separator(String table) {
        List<String> lines = QUOTED.matcher(sample(table))
                .replaceAll("")
                .lines()
                .limit(SAMPLE_LINES)
                .filter(line -> !line.isBlank())
                .toList();
        char best = ',';
        Optional<SeparatorFit> bestFit = Optional.empty();
        for (char separator : SEPARATORS) {
            SeparatorFit fit = SeparatorFit.of(
                    lines.stream().mapToLong(line -> count(line, separator)).toArray());
            boolean most = 2 * fit.lines() > lines.size();
            if (most && (bestFit.isEmpty() || SeparatorFit.BY_FIT.compare(fit, bestFit.get()) > 0)) {
                bestFit = Optional.of(fit);
                best = separator;
            }
        }
        return best;
    }

    /** Returns the first lines, none truncated unless it is the only one. */
    private static String sample(String table) {
        if (table.length() <= SAMPLE_CHARACTERS) {
            return table;
        }
        int end = table.lastIndexOf('\n', SAMPLE_CHARACTERS);
        return table.substring(0, end > 0 ? end : SAMPLE_CHARACTERS);
    }

    /**
     * The fit of a separator.
     *
     * @param lines the number of lines with it
     * @param run the most such lines in a row, as a title above may have it too
     * @param score higher for frequent and even occurrence
     */
    private record SeparatorFit(long lines, long run, double score) {
        private static final Comparator<SeparatorFit> BY_FIT = Comparator.comparingLong(SeparatorFit::lines)
                .thenComparingLong(SeparatorFit::run)
                .thenComparingDouble(SeparatorFit::score);

        private static SeparatorFit of(long[] counts) {
            long longest = 0;
            long run = 0;
            for (long count : counts) {
                run = count == 0 ? 0 : run + 1;
                longest = Math.max(longest, run);
            }
            long[] present = LongStream.of(counts).filter(count -> count > 0).toArray();
            long least = LongStream.of(present).min().orElse(0);
            long most = LongStream.of(present).max().orElse(0);
            double score = least == 0 ? 0 : least * (least == most ? 2.0 : (double) least / most);
            return new SeparatorFit(present.length, longest, score);
        }
    }
}

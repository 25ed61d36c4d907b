package dev.tern.documents;

import dev.tern.graph.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds tables whose cells are separated only by white space. Consecutive lines form a table if the
 * same vertical gaps run through nearly all of them. To exclude text columns and lists, a table
 * needs a column of numbers or two horizontal rules.
 */
final class AlignedTables {
    private static final int MAX_PARTS = 3_000;
    private static final int MAX_COLUMNS = 60;
    private static final int MIN_ROWS = 3;

    /** The minimum gap between columns, in font sizes. */
    private static final double GAP = 0.4;

    /** The minimum gap with numbers on both sides, in font sizes; a space is about 0.25. */
    private static final double BETWEEN_NUMBERS = 0.32;

    /** The maximum distance between the bottom of a row and the top of the next, in font sizes. */
    private static final double ROWS_APART = 1.6;

    /** The maximum distance of a rule from the table that it borders, in font sizes. */
    private static final double LINE_APART = 1.5;

    /** The minimum part of a table's width that a rule spans. */
    private static final double LINE_ACROSS = 0.6;

    /** The minimum distance between rows, as a multiple of the distance between a cell's lines. */
    private static final double ROW_GAP = 1.3;

    /** The maximum distance between a cell's lines, as a multiple of the smallest distance. */
    private static final double LINE_GAP = 1.15;

    private static final int MAX_HEAD_ROWS = 3;
    private static final int LONG_CELL = 25;
    /** The maximum average length of cells in the first column, if text columns are possible. */
    private static final int LONG_NAME = 40;

    private static final int MAX_SPANNING_LENGTH = 80;
    private static final double MIN_NUMBERS = 0.6;
    private static final Pattern LEADER = Pattern.compile("(?:[.·…]\\s?){3}");
    private static final Predicate<String> NUMBER_OF_EQUATION =
            Pattern.compile("\\(\\d+(?:\\.\\d+)?\\)").asMatchPredicate();
    private static final Pattern LIST_MARK = Pattern.compile(
            "[\\p{Pd}•·‣▪■●○◦*o–]|[(\\[]?(\\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)\\]]|\\d{1,2}(\\.\\d{1,2}){1,4}\\.?");

    private final PdfPage page;
    private final List<RuledLine> across;

    /** A row of parts that may become cells. */
    private record PartRow(List<TextLine> parts) {
        double top() {
            return parts.stream().mapToDouble(TextLine::top).min().orElseThrow();
        }

        double bottom() {
            return parts.stream().mapToDouble(TextLine::bottom).max().orElseThrow();
        }

        double size() {
            return parts.getFirst().size();
        }

        boolean isOne() {
            return parts.size() == 1;
        }

        boolean isItem() {
            return parts.size() == 2
                    && LIST_MARK.matcher(parts.getFirst().text()).matches();
        }

        Stream<PdfWord> words() {
            return parts.stream().flatMap(part -> part.words().stream());
        }
    }

    /** A vertical strip of white space. */
    private record Gap(double left, double right) {
        boolean isWide(double size) {
            return right - left >= GAP * size;
        }
    }

    AlignedTables(PdfPage page) {
        this.page = page;
        this.across = RuledLine.joined(page.rulings(), false);
    }

    /** Finds the tables among the words that {@code free} accepts; ignores rotated words. */
    List<PdfTable> find(Predicate<PdfWord> free) {
        List<TextLine> lines = TextLine.of(page.words().stream()
                .filter(word -> !word.turned() && free.test(word))
                .toList());
        List<PartRow> rows =
                lines.stream().map(line -> new PartRow(line.parts())).toList();
        List<TextLine> parts = rows.stream().flatMap(row -> row.parts.stream()).toList();
        if (parts.size() > MAX_PARTS
                || rows.stream().filter(row -> !row.isOne()).count() < MIN_ROWS) {
            return List.of();
        }
        // The left text column comes before the right column.
        List<PartRow> inColumns =
                PageLayout.rows(parts).stream().map(PartRow::new).toList();
        boolean columns = inColumns.size() != rows.size();
        List<PdfTable> ofPage = tables(rows, columns);
        List<PdfTable> ofColumns = columns ? tables(inColumns, true) : List.of();
        List<PdfTable> tables = new ArrayList<>(words(ofColumns) > words(ofPage) ? ofColumns : ofPage);
        tables.sort(Comparator.comparingDouble(PdfTable::top));
        return tables;
    }

    private static int words(List<PdfTable> tables) {
        return tables.stream().mapToInt(table -> table.words().size()).sum();
    }

    /** Returns the tables among rows; if {@code shortCells}, only tables with short cells. */
    private List<PdfTable> tables(List<PartRow> rows, boolean shortCells) {
        List<PdfTable> tables = new ArrayList<>();
        int at = 0;
        while (at < rows.size()) {
            int end = rows.get(at).isOne() || rows.get(at).isItem() ? at : end(rows, at);
            PdfTable table = end - at < MIN_ROWS ? null : table(rows.subList(at, end), shortCells);
            if (table != null) {
                tables.add(table);
                at = end;
            } else {
                at++;
            }
        }
        return tables;
    }

    /** Returns the exclusive end index of the longest table that can begin at {@code start}. */
    private static int end(List<PartRow> rows, int start) {
        List<Gap> gaps = gaps(rows.subList(start, start + 1));
        int end = start + 1;
        boolean spanned = false;
        for (int i = start + 1; i < rows.size() && isNear(rows.get(i - 1), rows.get(i)); i++) {
            PartRow row = rows.get(i);
            List<Gap> left = gaps.stream()
                    .flatMap(gap -> without(gap, row).stream())
                    .filter(gap -> gap.isWide(row.size()))
                    .toList();
            List<Gap> lost = gaps.stream()
                    .filter(gap -> left.stream().noneMatch(part -> part.left >= gap.left && part.right <= gap.right))
                    .toList();
            boolean kept = lost.isEmpty()
                    || (!row.isOne()
                            && lost.size() < gaps.size()
                            && lost.stream().allMatch(gap -> isSpace(gap, row, rows.get(start))));
            if (kept) {
                gaps = left;
                end = row.isOne() && end < i ? end : i + 1;
                spanned = false;
            } else if (row.isOne() && !spanned && row.parts.getFirst().text().length() <= MAX_SPANNING_LENGTH) {
                spanned = true;
            } else {
                break;
            }
        }
        return end;
    }

    /** Returns true if a gap is a space in a justified cell, whose lines begin at the same left. */
    private static boolean isSpace(Gap gap, PartRow row, PartRow first) {
        return row.parts.stream()
                .filter(part -> part.left() < gap.left && part.right() > gap.left)
                .anyMatch(part -> first.parts.stream().anyMatch(own -> Math.abs(own.left() - part.left()) < 1));
    }

    private static boolean isNear(PartRow above, PartRow below) {
        double apart = below.top() - above.bottom();
        double size = Math.max(above.size(), below.size());
        return apart > -size && apart <= ROWS_APART * size;
    }

    /** Returns the parts of a gap that the row leaves white. */
    private static List<Gap> without(Gap gap, PartRow row) {
        List<Gap> left = new ArrayList<>();
        double from = gap.left;
        for (TextLine part : row.parts) {
            if (part.right() > from && part.left() < gap.right) {
                if (part.left() > from) {
                    left.add(new Gap(from, part.left()));
                }
                from = part.right();
            }
        }
        if (from < gap.right) {
            left.add(new Gap(from, gap.right));
        }
        return left;
    }

    /** Returns the wide gaps that run through all rows; the margins are not included. */
    private static List<Gap> gaps(List<PartRow> rows) {
        double size = rows.stream().mapToDouble(PartRow::size).max().orElseThrow();
        List<TextLine> parts = rows.stream()
                .flatMap(row -> row.parts.stream())
                .sorted(Comparator.comparingDouble(TextLine::left))
                .toList();
        List<Gap> gaps = new ArrayList<>();
        double covered = parts.getFirst().right();
        for (TextLine part : parts) {
            if (part.left() > covered) {
                gaps.add(new Gap(covered, part.left()));
            }
            covered = Math.max(covered, part.right());
        }
        return gaps.stream().filter(gap -> gap.isWide(size)).toList();
    }

    private @Nullable PdfTable table(List<PartRow> rows, boolean shortCells) {
        int headRows = 0;
        List<Gap> gaps = List.of();
        for (int heads = 0; heads < MAX_HEAD_ROWS && rows.size() - heads >= 2; heads++) {
            List<PartRow> body = rows.subList(heads, rows.size()).stream()
                    .filter(row -> !row.isOne())
                    .toList();
            List<Gap> found = body.isEmpty() ? List.of() : gaps(body);
            if (found.size() > gaps.size()) {
                gaps = found;
                headRows = heads;
            }
        }
        if (gaps.isEmpty() || gaps.size() >= MAX_COLUMNS) {
            return null;
        }
        List<PartRow> body = rows.subList(headRows, rows.size());
        List<Gap> all = gaps(body, gaps);
        List<PartRow> split = rows.stream().map(row -> split(row, all)).toList();
        Cells cells = new Cells(split, all, headRows);
        // A table of contents has dots between titles and pages.
        boolean contents = cells.columns < 4
                && LEADER.matcher(rows.stream()
                                .flatMap(PartRow::words)
                                .map(PdfWord::text)
                                .collect(Collectors.joining(" ")))
                        .find();
        List<RuledLine> lines = rulings(rows);
        int ruledBelow = ruledBelow(rows, lines);
        boolean bordered = lines.size() < 4 && ruledBelow > 0;
        if (contents || !cells.isTable(shortCells) || !(cells.hasNumbers() || lines.size() > 1)) {
            return null;
        }
        PdfTable table = new PdfTable(
                rows.stream().flatMap(PartRow::words).toList(),
                cells.rows(ruledBelow, rows, bordered),
                Arrays.stream(cells.starts).boxed().toList(),
                rows.getFirst().top(),
                rows.getLast().bottom());
        // A diagram has many labels on one line and few on the others.
        return 2 * table.cellsOfRow() < cells.columns ? null : table;
    }

    /** Returns the wide gaps, and the narrow ones between numbers in most rows. */
    private static List<Gap> gaps(List<PartRow> rows, List<Gap> wide) {
        List<PdfWord> words = rows.stream()
                .filter(row -> !row.isOne())
                .flatMap(PartRow::words)
                .sorted(Comparator.comparingDouble(PdfWord::left))
                .toList();
        List<Gap> all = new ArrayList<>();
        double covered = words.getFirst().right();
        for (PdfWord word : words) {
            Gap gap = new Gap(covered, word.left());
            boolean narrow = gap.right - gap.left > BETWEEN_NUMBERS * word.size();
            if (wide.stream().anyMatch(one -> one.left < gap.right && gap.left < one.right)
                    || (narrow && isBetweenNumbers(gap, rows))) {
                all.add(gap);
            }
            covered = Math.max(covered, word.right());
        }
        return all;
    }

    private static boolean isBetweenNumbers(Gap gap, List<PartRow> rows) {
        int both = 0;
        int numbers = 0;
        for (PartRow row : rows) {
            PdfWord before = null;
            PdfWord behind = null;
            for (PdfWord word : row.words().toList()) {
                before = word.right() <= gap.left ? word : before;
                behind = behind == null && word.left() >= gap.right ? word : behind;
            }
            if (before != null && behind != null) {
                both++;
                numbers += Table.isNumber(before.text()) && Table.isNumber(behind.text()) ? 1 : 0;
            }
        }
        return numbers >= MIN_ROWS && numbers > MIN_NUMBERS * both;
    }

    private static PartRow split(PartRow row, List<Gap> gaps) {
        return new PartRow(row.parts.stream()
                .flatMap(part -> part
                        .parts((right, word) ->
                                gaps.stream().anyMatch(gap -> right <= gap.left + 1 && word.left() >= gap.right - 1))
                        .stream())
                .toList());
    }

    private static double left(List<PartRow> rows) {
        return rows.stream()
                .mapToDouble(row -> row.parts.getFirst().left())
                .min()
                .orElseThrow();
    }

    private static double right(List<PartRow> rows) {
        return rows.stream()
                .mapToDouble(row -> row.parts.getLast().right())
                .max()
                .orElseThrow();
    }

    /** Returns the horizontal rules across a table: above, between or below its rows. */
    private List<RuledLine> rulings(List<PartRow> rows) {
        double left = left(rows);
        double right = right(rows);
        double room = LINE_APART * rows.getFirst().size();
        return across.stream()
                .filter(line -> line.at() > rows.getFirst().top() - room
                        && line.at() < rows.getLast().bottom() + room
                        && Math.min(line.to(), right) - Math.max(line.from(), left) > LINE_ACROSS * (right - left))
                .toList();
    }

    /**
     * Returns the number of head rows, which are the rows above the first rule between rows.
     * Returns 0 without such a rule, with more than three rows above it, or if more than half of
     * the rows have a rule below.
     */
    private static int ruledBelow(List<PartRow> rows, List<RuledLine> lines) {
        List<Integer> below = IntStream.range(1, rows.size())
                .filter(i -> lines.stream()
                        .anyMatch(line -> line.at()
                                        > rows.get(i - 1).top()
                                                + rows.get(i - 1).size() / 2
                                && line.at()
                                        < rows.get(i).bottom() - rows.get(i).size() / 2))
                .boxed()
                .toList();
        boolean first = !below.isEmpty() && below.getFirst() <= MAX_HEAD_ROWS && below.size() <= rows.size() / 2;
        return first ? below.getFirst() : 0;
    }

    /** Rows with their text in each column. */
    private static final class Cells {
        private final List<List<RowCell>> cells;
        private final double[] starts;
        private final int columns;
        private final int headRows;
        private final List<List<RowCell>> body;

        private Cells(List<PartRow> rows, List<Gap> gaps, int headRows) {
            columns = gaps.size() + 1;
            starts = new double[columns + 1];
            starts[0] = left(rows);
            starts[columns] = right(rows);
            for (int i = 0; i < gaps.size(); i++) {
                starts[i + 1] = gaps.get(i).right;
            }
            this.headRows = headRows;
            cells = rows.stream().map(row -> cells(row, gaps)).toList();
            body = cells.subList(headRows, cells.size());
        }

        private List<RowCell> cells(PartRow row, List<Gap> gaps) {
            String[] texts = new String[columns];
            boolean[] bold = new boolean[columns];
            Arrays.fill(texts, "");
            for (TextLine part : row.parts) {
                int first = column(gaps, part.left(), part);
                int last = column(gaps, part.right(), part);
                for (int i = first; i <= last; i++) {
                    texts[i] = texts[i].isEmpty() ? part.text() : texts[i] + " " + part.text();
                    bold[i] = part.words().stream().allMatch(PdfWord::bold);
                }
            }
            return IntStream.range(0, columns)
                    .mapToObj(i -> new RowCell(texts[i], bold[i]))
                    .toList();
        }

        /** Returns the column of a part's edge; in a gap, the column towards the other edge. */
        private static int column(List<Gap> gaps, double place, TextLine part) {
            int column = 0;
            for (Gap gap : gaps) {
                double middle = (gap.left + gap.right) / 2;
                boolean behind = place >= gap.right
                        || (place > gap.left
                                && (part.left() >= gap.left || (place > middle && part.right() > gap.right)));
                column += behind ? 1 : 0;
            }
            return column;
        }

        private boolean isTable(boolean shortCells) {
            List<List<RowCell>> said =
                    body.stream().filter(row -> filled(row) > 1).toList();
            boolean list = columns == 2
                    && said.stream()
                                    .filter(row -> LIST_MARK
                                            .matcher(row.getFirst().text())
                                            .matches())
                                    .count()
                            > said.size() / 2;
            boolean isShort = !shortCells
                    || IntStream.range(0, columns)
                            .allMatch(column -> said.stream()
                                            .mapToInt(row ->
                                                    row.get(column).text().length())
                                            .average()
                                            .orElse(0)
                                    <= (column == 0 ? LONG_NAME : LONG_CELL));
            return said.size() + headRows >= MIN_ROWS && said.size() > 1 && !list && isShort;
        }

        private static long filled(List<RowCell> row) {
            return row.stream().filter(cell -> !cell.isBlank()).count();
        }

        /** Returns true if most values of a column after the first are numbers. */
        private boolean hasNumbers() {
            return IntStream.range(1, columns).anyMatch(column -> {
                List<RowCell> values = body.stream()
                        .map(row -> row.get(column))
                        .filter(cell -> !cell.isBlank())
                        .toList();
                long numbers = values.stream()
                        .filter(cell -> cell.isNumber() && !NUMBER_OF_EQUATION.test(cell.text()))
                        .count();
                return numbers > 1 && numbers >= MIN_NUMBERS * values.size();
            });
        }

        /**
         * Returns true if a line can continue a row. Its first cell is blank, or other cells are,
         * and it has no number where the row's first line is blank.
         */
        private boolean isMore(List<List<RowCell>> row, List<RowCell> line) {
            boolean ownNumber = IntStream.range(1, columns)
                    .anyMatch(column -> line.get(column).isNumber()
                            && row.getFirst().get(column).isBlank());
            return filled(line) < columns && (line.getFirst().isBlank() || !ownNumber);
        }

        /** Returns the rows, of which the head rows come first and are marked. */
        private List<List<RowCell>> rows(int ruledBelow, List<PartRow> lines, boolean bordered) {
            int heads = Math.max(headRows, ruledBelow);
            List<List<RowCell>> rows = new ArrayList<>();
            for (List<RowCell> head : cells.subList(0, heads)) {
                rows.add(head.stream()
                        .map(cell -> new RowCell(cell.text(), true))
                        .toList());
            }
            for (List<List<RowCell>> row : rowsOfLines(lines.subList(heads, lines.size()), heads, bordered)) {
                rows.add(IntStream.range(0, columns)
                        .mapToObj(column -> joined(row, column))
                        .toList());
            }
            return rows;
        }

        private static RowCell joined(List<List<RowCell>> lines, int column) {
            StringBuilder text = new StringBuilder();
            LineJoiner wrapped = new LineJoiner();
            lines.forEach(line -> wrapped.join(text, line.get(column).text()));
            return new RowCell(text.toString(), lines.getFirst().get(column).head());
        }

        /**
         * Returns the lines of each row of the body. Close lines become one row if some gaps are
         * clearly larger and each further line can continue its row, or if lines without a first
         * cell run on; otherwise each line is a row.
         */
        private List<List<List<RowCell>>> rowsOfLines(List<PartRow> lines, int heads, boolean bordered) {
            double[] gaps = IntStream.range(1, lines.size())
                    .mapToDouble(i -> lines.get(i).top() - lines.get(i - 1).top())
                    .toArray();
            double least = Arrays.stream(gaps).min().orElse(0);
            boolean apart =
                    Arrays.stream(gaps).filter(gap -> gap > ROW_GAP * least).count() > 1;
            List<List<RowCell>> all = cells.subList(heads, cells.size());
            boolean runOn = bordered
                    && all.stream()
                            .noneMatch(line ->
                                    line.getFirst().isBlank() && line.stream().anyMatch(RowCell::isNumber))
                    && RuledTables.runOn(
                            starts,
                            lines.stream()
                                    .map(row -> new TextLine(row.words().toList()))
                                    .toList());
            List<List<List<RowCell>>> rows = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                boolean more =
                        i > 0 && (runOn ? all.get(i).getFirst().isBlank() : apart && gaps[i - 1] <= LINE_GAP * least);
                if (!more) {
                    rows.add(new ArrayList<>());
                }
                rows.getLast().add(all.get(i));
            }
            boolean fits = rows.stream().allMatch(row -> row.stream().skip(1).allMatch(line -> isMore(row, line)));
            return fits ? rows : all.stream().map(List::of).toList();
        }
    }
}

package dev.tern.documents;

import dev.tern.graph.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the rows of one table into an outline, each as a line that names its columns if possible.
 * The first {@value #SAMPLE} rows decide which row names the columns and which column the rows.
 *
 * <ul>
 *   <li>Rows of one value above the others are the table's title.
 *   <li>Columns are named by rows marked as heads; without any, by the first row if its labels are
 *       unique or one of them stands above numbers. Stacked heads are joined; unmarked ones are
 *       detected by one head that spans columns and one that spans down.
 *   <li>Two unnamed columns are names and values, if marks or numbers show this.
 *   <li>In three or more columns, a row that repeats one text, or is one sentence, is text.
 *   <li>Other rows are written as cells with {@code |} between, without statements.
 * </ul>
 */
final class TableRows {
    /** The maximum number of columns of an Excel sheet. */
    static final int MAX_COLUMNS = 16_384;

    private static final int SAMPLE = 20;
    private static final int MAX_HEAD_LENGTH = 80;
    private static final Pattern YEAR =
            Pattern.compile("(?:1[5-9]|2[01])\\d\\d(?:[/\u2013-]\\d{2,4}|\\W?[QH][1-4])?(?![\\d.,]\\d|\\d)");
    private static final Pattern WORD = Pattern.compile("\\p{L}{4}");
    /** A range of numbers, or a quarter as in "1T 2023". */
    private static final Pattern RANGE = Pattern.compile(
            "\\d{1,4}(?:\\s?[-\u2013]\\s?\\d{1,4}|\\s?\\+)" + "|[1-4]\\.?\\s?\\p{Lu}\\W{0,2}(?:19|20)?\\d\\d");

    private static final String CELLS_APART = " | ";

    private final Outline outline;
    private final List<List<RowCell>> sample = new ArrayList<>();
    /** The first rows with more than one text, kept even after they are written. */
    private final List<List<RowCell>> known = new ArrayList<>();
    /** Rows of a single text below a blank row: a new table's title, or rows of this table. */
    private final List<List<RowCell>> waiting = new ArrayList<>();

    private boolean blankBefore;
    private String about;
    private List<String> heads = List.of();
    private boolean named;
    private boolean started;
    private int headRowCount;
    private int subjectColumn;
    /** The number of leading columns that are blank in all rows. */
    private int indent;

    private int start = -1;

    /**
     * Creates a table without rows.
     *
     * @param about the table's subject as known before its caption: the heading over it, or empty
     */
    TableRows(Outline outline, String about) {
        this.outline = outline;
        this.about = about;
    }

    /** Sets and writes the caption, which is not a row; ignores a blank one. */
    void caption(String caption) throws UnreadableException {
        if (!caption.isBlank()) {
            about = caption.strip();
            outline.append(caption);
            outline.line();
        }
    }

    /**
     * Adds a row; blank rows are left out. Below a blank row another table may begin, with heads
     * where this table has numbers.
     *
     * @throws UnreadableException if it has more than {@value #MAX_COLUMNS} cells
     */
    void row(List<RowCell> all) throws UnreadableException {
        int end = all.size();
        while (end > 0 && all.get(end - 1).isBlank()) {
            end--;
        }
        List<RowCell> cells = all.subList(0, end);
        if (cells.isEmpty()) {
            blankBefore = true;
            return;
        }
        if (cells.size() > MAX_COLUMNS) {
            throw new UnreadableException("has a table of " + LoadLimits.number(cells.size())
                    + " columns; the limit is " + LoadLimits.number(MAX_COLUMNS));
        }
        if (blankBefore && texts(cells).size() == 1 && waiting.isEmpty()) {
            waiting.add(List.copyOf(cells));
            return;
        }
        if (blankBefore && isOtherTable(cells)) {
            List<List<RowCell>> title = List.copyOf(waiting);
            waiting.clear();
            end();
            beginOther();
            sample.addAll(title);
        }
        blankBefore = false;
        addWaiting();
        add(cells);
    }

    private void addWaiting() throws UnreadableException {
        for (List<RowCell> row : List.copyOf(waiting)) {
            add(row);
        }
        waiting.clear();
    }

    private void add(List<RowCell> cells) throws UnreadableException {
        if (known.size() < SAMPLE && texts(cells).size() > 1) {
            known.add(List.copyOf(cells));
        }
        if (started) {
            write(cells.subList(Math.min(indent, indent(cells)), cells.size()));
            return;
        }
        sample.add(List.copyOf(cells));
        if (sample.size() == SAMPLE) {
            begin();
        }
    }

    /** Returns true if a row without numbers is wider, repeats the first, or is above numbers. */
    private boolean isOtherTable(List<RowCell> row) {
        if (known.size() < 2
                || texts(row).size() < 2
                || row.stream()
                        .anyMatch(cell ->
                                cell.isNumber() && !YEAR.matcher(cell.text()).matches())) {
            return false;
        }
        List<List<RowCell>> body = known.subList(1, known.size());
        boolean wider = row.size() > known.stream().mapToInt(List::size).max().orElseThrow();
        return wider
                || texts(row).equals(texts(known.getFirst()))
                || IntStream.range(0, row.size())
                        .anyMatch(column -> !row.get(column).isBlank() && isOverNumbers(column, body));
    }

    private void beginOther() {
        outline.paragraph();
        about = "";
        heads = List.of();
        named = false;
        started = false;
        subjectColumn = 0;
        start = -1;
        known.clear();
    }

    /** Ends the table and writes its pending rows; a single text below a blank row is a note. */
    void end() throws UnreadableException {
        List<List<RowCell>> notes = List.copyOf(known.isEmpty() ? List.of() : waiting);
        waiting.removeAll(notes);
        addWaiting();
        if (!started) {
            begin();
        }
        if (start >= 0 && outline.length() > start) {
            outline.table(new Table(start, outline.length(), named ? List.of() : heads, subjectColumn, about));
        }
        for (List<RowCell> note : notes) {
            outline.paragraph();
            outline.append(texts(note).getFirst());
        }
        outline.line();
    }

    /** Returns the names of the columns; empty if they are unknown so far or unnamed. */
    List<String> heads() {
        return named ? List.of() : heads;
    }

    private void begin() throws UnreadableException {
        started = true;
        int first = 0;
        indent = sample.stream().mapToInt(TableRows::indent).min().orElse(0);
        sample.replaceAll(row -> row.subList(indent, row.size()));
        while (first + 1 < sample.size() && isTitle(first)) {
            caption(texts(sample.get(first)).getFirst());
            first++;
        }
        List<List<RowCell>> rows = sample.subList(first, sample.size());
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        if (columns > 1 && rows.size() > 1) {
            findHeads(rows, columns);
        }
        List<List<RowCell>> body = rows.subList(heads.isEmpty() ? 0 : headRowCount, rows.size());
        if (!heads.isEmpty()) {
            subjectColumn = subjectColumn(body);
        }
        for (List<RowCell> row : List.copyOf(body)) {
            write(row);
        }
        sample.clear();
    }

    /** Returns true if a row of the sample has a single value, and a later row has more. */
    private boolean isTitle(int row) {
        boolean one = new HashSet<>(texts(sample.get(row))).size() == 1
                && sample.get(row).stream().noneMatch(cell -> cell.text().length() > 2 * MAX_HEAD_LENGTH);
        return one
                && sample.subList(row + 1, sample.size()).stream()
                        .anyMatch(below -> texts(below).size() > 1);
    }

    private static int indent(List<RowCell> row) {
        return (int) row.stream().takeWhile(RowCell::isBlank).count();
    }

    private static List<String> texts(List<RowCell> row) {
        return row.stream().map(RowCell::text).filter(text -> !text.isBlank()).toList();
    }

    private void findHeads(List<List<RowCell>> rows, int columns) {
        int marked = headRows(rows);
        boolean pairs = columns == 2 && marked == 0 && isPairs(rows);
        boolean isMarked = marked > 0 && marked < rows.size();
        headRowCount = isMarked ? marked : unmarkedHeadRows(rows);
        List<String> names = joined(rows.subList(0, headRowCount), columns);
        if (isMarked || (!pairs && areNames(names, rows.subList(headRowCount, rows.size())))) {
            heads = distinct(names);
        } else {
            named = pairs;
        }
        long tooLong =
                heads.stream().filter(head -> head.length() > MAX_HEAD_LENGTH).count();
        if (3 * tooLong > heads.size()) {
            heads = List.of();
        }
    }

    /** Returns the number of leading rows whose filled cells are all marked as heads. */
    private static int headRows(List<List<RowCell>> rows) {
        int count = 0;
        while (count < rows.size()
                && rows.get(count).stream().allMatch(cell -> cell.head() || cell.isBlank())
                && (count == 0 || new HashSet<>(texts(rows.get(count))).size() > 1)) {
            // Below head rows, a single text is a title of the rows that follow.
            count++;
        }
        return count;
    }

    /** Returns 1, or more if a head spans columns and another head spans down to the next row. */
    private static int unmarkedHeadRows(List<List<RowCell>> rows) {
        int count = 1;
        while (count + 1 < rows.size() && isHeadBelow(rows.get(count), rows.get(count - 1))) {
            count++;
        }
        return count;
    }

    private static boolean isHeadBelow(List<RowCell> row, List<RowCell> above) {
        boolean reaches = IntStream.range(1, above.size())
                .anyMatch(i -> !above.get(i).isBlank()
                        && above.get(i).text().equals(above.get(i - 1).text()));
        boolean down = IntStream.range(0, Math.min(row.size(), above.size()))
                .anyMatch(i -> row.get(i).isBlank()
                        || above.get(i).isBlank()
                        || row.get(i).text().equals(above.get(i).text()));
        return reaches
                && down
                && row.stream().noneMatch(TableRows::isNoName)
                && texts(row).size() > 1;
    }

    /** Returns the joined heads of each column, from top to bottom, without repetition. */
    private static List<String> joined(List<List<RowCell>> rows, int columns) {
        return IntStream.range(0, columns)
                .mapToObj(column -> values(rows, column).stream().distinct().collect(Collectors.joining(" ")))
                .toList();
    }

    /** Names blank heads by their number and distinguishes equal ones. */
    private static List<String> distinct(List<String> heads) {
        List<String> distinct = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < heads.size(); i++) {
            String head = heads.get(i).replaceFirst("(?<![\\s:])[\\s:]++$", "");
            if (head.isEmpty()) {
                head = "column " + (i + 1);
            }
            String own = taken.contains(head) ? head + " (column " + (i + 1) + ")" : head;
            taken.add(own);
            distinct.add(own);
        }
        return distinct;
    }

    /** Returns true if each row is a name and a value, by marks or by the kinds of values. */
    private static boolean isPairs(List<List<RowCell>> rows) {
        if (rows.stream()
                .anyMatch(row -> texts(row).size() > 2 || row.getFirst().isBlank())) {
            return false;
        }
        boolean marked = rows.stream()
                .allMatch(row -> row.getFirst().head() && !row.getLast().head());
        boolean different =
                rows.stream().map(row -> row.getFirst().text()).distinct().count() == rows.size();
        List<RowCell> values = rows.stream().skip(1).map(List::getLast).toList();
        long numbers = values.stream().filter(RowCell::isNumber).count();
        boolean mixed = numbers > 0 && numbers < values.size();
        boolean numberFirst = rows.getFirst().getLast().isNumber();
        return marked
                || (different
                        && (mixed || numberFirst)
                        && rows.stream().noneMatch(row -> row.getFirst().isNumber()));
    }

    /** Returns true if texts can name columns: labels that are distinct, or are over numbers. */
    private static boolean areNames(List<String> names, List<List<RowCell>> rows) {
        List<Integer> said = IntStream.range(0, names.size())
                .filter(column -> !names.get(column).isBlank())
                .boxed()
                .toList();
        if (said.size() < 2 || !said.stream().allMatch(column -> isLabel(names.get(column)))) {
            return false;
        }
        List<Integer> numbered = said.stream()
                .filter(column -> Character.isDigit(names.get(column).charAt(0)))
                .toList();
        boolean cornerIsBlank = names.getFirst().isBlank() && !isOverNumbers(0, rows);
        boolean numbers = (cornerIsBlank || numbered.size() < said.size())
                && numbered.stream()
                        .allMatch(column -> isOverNumbers(column, rows) || isYearOverTexts(column, names, rows))
                && said.stream()
                        .anyMatch(column -> isOverNumbers(column, rows) || isYearOverTexts(column, names, rows));
        boolean different = said.stream().map(names::get).distinct().count() == said.size();
        // Programs leave row numbers unnamed, and separators may follow the last column.
        boolean together = said.getLast() - said.getFirst() + 1 == said.size() && said.getFirst() <= 1;
        // A single value far off belongs to no column.
        long columns = IntStream.range(0, names.size())
                .filter(column -> said.contains(column) || values(rows, column).size() > 1)
                .count();
        boolean usual = numbered.isEmpty() && different && together && columns - said.size() <= 1;
        return usual || (numbers && said.size() >= columns - said.size());
    }

    /** Returns true if at least 80 % of the values, other than signs, are numbers, none a year. */
    private static boolean isOverNumbers(int column, List<List<RowCell>> rows) {
        List<String> values = values(rows, column).stream()
                .filter(value -> value.codePoints().anyMatch(Character::isLetterOrDigit))
                .toList();
        long numbers = values.stream().filter(Table::isNumber).count();
        return numbers > 0
                && 5 * numbers >= 4L * values.size()
                && values.stream().noneMatch(value -> YEAR.matcher(value).matches());
    }

    private static boolean isYearOverTexts(int column, List<String> names, List<List<RowCell>> rows) {
        return YEAR.matcher(names.get(column)).matches()
                && values(rows, column).stream()
                        .allMatch(value -> value.codePoints().noneMatch(Character::isDigit));
    }

    private static List<String> values(List<List<RowCell>> rows, int column) {
        return rows.stream()
                .filter(row -> column < row.size() && !row.get(column).isBlank())
                .map(row -> row.get(column).text())
                .toList();
    }

    /** Returns true if a text can name a column; numbers cannot, except for years and ranges. */
    private static boolean isLabel(String text) {
        return !Character.isDigit(text.charAt(0))
                || YEAR.matcher(text).lookingAt()
                || RANGE.matcher(text).matches()
                || WORD.matcher(text).find();
    }

    private static boolean isNoName(RowCell cell) {
        return !cell.isBlank() && !isLabel(cell.text());
    }

    /** Returns the first column with unique values, preferably texts; else the first column. */
    private int subjectColumn(List<List<RowCell>> rows) {
        Predicate<String> any = text -> true;
        Predicate<String> names = text ->
                text.codePoints().anyMatch(Character::isLetter) && !Table.isNumber(text) && !Table.isState(text);
        for (Predicate<String> fits : List.of(names, any)) {
            for (int column = 0; column < heads.size(); column++) {
                if (tellsApart(rows, column, fits)) {
                    return column;
                }
            }
        }
        return 0;
    }

    private static boolean tellsApart(List<List<RowCell>> rows, int column, Predicate<String> fits) {
        Set<String> seen = new HashSet<>();
        return rows.stream()
                .allMatch(row -> column < row.size()
                        && !row.get(column).isBlank()
                        && fits.test(row.get(column).text())
                        && seen.add(row.get(column).text()));
    }

    private void write(List<RowCell> row) throws UnreadableException {
        String line = heads.isEmpty() ? withoutHeads(row) : withHeads(row);
        outline.line();
        outline.append(line);
        boolean states = !heads.isEmpty() || (named && !about.isBlank());
        if (states && start < 0) {
            start = outline.startOfLine();
        }
    }

    private String withHeads(List<RowCell> row) {
        if (heads.size() > 2 && isText(row)) {
            return row.getFirst().text();
        }
        List<String> parts = IntStream.range(0, row.size())
                .filter(i -> !row.get(i).isBlank())
                .mapToObj(i -> i < heads.size()
                        ? heads.get(i) + Table.BEHIND_HEAD + row.get(i).text()
                        : row.get(i).text())
                .toList();
        return String.join(Table.BETWEEN_CELLS, parts) + ".";
    }

    /** Returns true for a text that is repeated in each column, and for a sentence in the first. */
    private boolean isText(List<RowCell> row) {
        RowCell first = row.getFirst();
        return row.size() == 1
                ? first.text().endsWith(".")
                : texts(row).size() == heads.size() && Set.copyOf(texts(row)).size() == 1 && !first.isNumber();
    }

    private String withoutHeads(List<RowCell> row) {
        List<String> texts = texts(row);
        if (named && texts.size() == 2) {
            return texts.getFirst().replaceFirst("(?<![\\s:])[\\s:]++$", "") + Table.BEHIND_HEAD + texts.getLast()
                    + ".";
        }
        if (texts.size() < 2) {
            return String.join("", texts);
        }
        // Blank cells keep the other cells in their columns; the last cell is never blank.
        return row.stream().map(RowCell::text).collect(Collectors.joining(CELLS_APART));
    }
}

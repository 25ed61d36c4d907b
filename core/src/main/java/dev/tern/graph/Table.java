package dev.tern.graph;

import dev.tern.text.WordLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A table in a document's text, one row per line. With column heads, a line is "Port: Riga;
 * Country: Latvia.", without blank cells; it states facts about the row's subject, the cell in
 * {@code subjectColumn}. Without heads, a line is "Country: Latvia."; it states a fact about the
 * table's topic.
 *
 * @param start the first character of its rows in the document's text, in UTF-16 units from 0
 * @param end the end of its rows, exclusive
 * @param heads the names of its columns, distinct and not blank; empty if a row is a name and a
 *     value
 * @param subjectColumn the column that identifies rows, from 0; 0 without heads
 * @param about the table's topic, such as its caption; used only without heads, and then no
 *     statements are made if it is blank
 */
public record Table(int start, int end, List<String> heads, int subjectColumn, String about) {
    /** The separator of a column's name and the value of a cell. */
    public static final String BEHIND_HEAD = ": ";

    /** The separator of cells. */
    public static final String BETWEEN_CELLS = "; ";

    private static final Set<String> STATES = WordLists.of("states");
    /** Column headings of states such as "open", in several languages. */
    private static final Set<String> STATE_HEADS = WordLists.of("stateHeads");
    /** Column headings of states, in cells in lower case or capitals, and of names of regions. */
    private static final Set<String> PERHAPS_STATE_HEADS = Set.of("state", "\u00e9tat", "estado", "stato");

    private static final Pattern STATE_WORD = Pattern.compile("\\p{Ll}.*|\\p{Lu}{4,}");

    /** Columns in records of programs, such as GeoJSON, whose values are types, not names. */
    private static final Pattern TYPE_HEAD = Pattern.compile("^(?:.*\\.)?@?(?:type|kind|__typename)");

    private static final String MONTHS = String.join("|", WordLists.of("months.dates"));
    private static final String INFLECTED_MONTHS = String.join("|", WordLists.of("months.inflected"));

    private static final Pattern DATE =
            Pattern.compile("(?:\\p{L}{2,10},?\\s+)?(?:\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:de\\s+)?)?(?:" + MONTHS
                    + ")\\.?(?:\\s+\\d{1,2}(?:st|nd|rd|th)?,?)?(?:\\s+(?:de\\s+)?\\d{4})?"
                    + "|\\d{1,2}\\.?\\s+(?:" + INFLECTED_MONTHS
                    + ")(?:\\s+\\d{4}(?:\\s?(?:\u0433\\.|\u0433\u043e\u0434\u0430|r\\.|roku))?)?"
                    + "|\\d{4}\\.\\s+(?:" + INFLECTED_MONTHS + ")\\s+\\d{1,2}\\.");

    private static final int MAX_NAME_LENGTH = 80;
    private static final int MAX_VALUE_LENGTH = 200;
    private static final int MAX_UNIT_LENGTH = 3;

    /**
     * Validates the ranges of the values.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public Table {
        heads = List.copyOf(heads);
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("a table goes from character " + start + " to " + end
                    + "; it must start at 0 or later and end at or after its start");
        }
        if (subjectColumn < 0 || subjectColumn > Math.max(0, heads.size() - 1)) {
            throw new IllegalArgumentException("the rows of a table of " + heads.size() + " columns are about column "
                    + subjectColumn + "; columns are counted from 0");
        }
        about = about.strip();
    }

    /**
     * A line of a table.
     *
     * @param start the first character, in UTF-16 units of the document's text
     * @param end its end, exclusive
     * @param complete true if the statements contain all cells; false if there are none, a cell is
     *     longer than {@value #MAX_NAME_LENGTH} characters, or the subject is a number or a date
     * @param texts the cells that may contain sentences, being longer; the whole line if no cell is
     *     recognised
     */
    public record Row(int start, int end, List<Statement> statements, boolean complete, List<String> texts) {
        public Row {
            statements = List.copyOf(statements);
            texts = List.copyOf(texts);
        }
    }

    private record Cell(String head, String value) {}

    /**
     * Returns the rows that begin within a range of the text; empty lines are skipped.
     *
     * @param text the document's text
     */
    public List<Row> rows(String text, int from, int to) {
        List<Row> rows = new ArrayList<>();
        int last = Math.min(Math.min(to, end), text.length());
        int at = start >= from ? start : startOfLine(text, from);
        while (at < last) {
            int lineBreak = text.indexOf('\n', at);
            int lineEnd = lineBreak < 0 ? text.length() : lineBreak;
            if (lineEnd > at) {
                rows.add(row(text, at, lineEnd));
            }
            at = lineEnd + 1;
        }
        return rows;
    }

    private static int startOfLine(String text, int from) {
        if (from == 0 || text.charAt(from - 1) == '\n') {
            return from;
        }
        int lineBreak = text.indexOf('\n', from);
        return lineBreak < 0 ? text.length() : lineBreak + 1;
    }

    private Row row(String text, int from, int to) {
        int valuesEnd = text.charAt(to - 1) == '.' ? to - 1 : to;
        List<Cell> cells =
                heads.isEmpty() ? pair(text.substring(from, valuesEnd)) : cells(text.substring(from, valuesEnd));
        String subject = heads.isEmpty() ? about : "";
        for (Cell cell : cells) {
            subject = !heads.isEmpty() && cell.head.equals(heads.get(subjectColumn)) ? cell.value : subject;
        }
        List<Statement> statements = new ArrayList<>();
        boolean linked = !isNumber(subject) && !isDate(subject);
        // Without a linked subject, the first name of the row links the others.
        String first = linked ? subject : "";
        for (Cell cell : cells) {
            boolean ofSubject = !heads.isEmpty() && cell.head.equals(heads.get(subjectColumn));
            if (isName(subject)
                    && !ofSubject
                    && (linked || isLinked(cell))
                    && cell.value.length() <= MAX_VALUE_LENGTH
                    && !EntityName.normalise(cell.value).isEmpty()) {
                String start = linked || first.isEmpty() ? subject : subject + " " + first;
                statements.add(new Statement(
                        start + " " + cell.head + " " + cell.value,
                        Stream.of(first, isLinked(cell) ? cell.value : "")
                                .filter(name -> !name.isEmpty())
                                .toList()));
                first = first.isEmpty() ? cell.value : first;
            }
        }
        List<String> texts = cells.isEmpty()
                ? List.of(text.substring(from, to))
                : cells.stream()
                        .map(Cell::value)
                        .filter(value -> value.length() > MAX_NAME_LENGTH)
                        .toList();
        boolean complete = isName(subject) && linked && texts.isEmpty() && !statements.isEmpty();
        List<String> names =
                cells.stream().filter(Table::isLinked).map(Cell::value).toList();
        if (statements.isEmpty() && !names.isEmpty()) {
            statements.add(Statement.ofNames(names));
        }
        return new Row(from, to, statements, complete, texts);
    }

    private static boolean isName(String text) {
        return text.length() <= MAX_NAME_LENGTH && !EntityName.normalise(text).isEmpty();
    }

    /** Returns true if a cell is the name of an entity. */
    private static boolean isLinked(Cell cell) {
        String head = cell.head.toLowerCase(Locale.ROOT);
        boolean state = STATE_HEADS.contains(head)
                || (PERHAPS_STATE_HEADS.contains(head)
                        && STATE_WORD.matcher(cell.value).matches());
        return isName(cell.value)
                && cell.value.codePoints().anyMatch(Character::isLetterOrDigit)
                && (cell.value.length() > 1 || Character.isIdeographic(cell.value.charAt(0)))
                && !state
                && !TYPE_HEAD.matcher(cell.head).matches()
                && !isNumber(cell.value)
                && !isState(cell.value);
    }

    /** Returns true for a number, an amount or a numeric date, which would link unrelated rows. */
    public static boolean isNumber(String value) {
        int letters = 0;
        boolean digits = false;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            digits |= Character.isDigit(c);
            letters = Character.isLetter(c) ? letters + 1 : 0;
            if (letters > MAX_UNIT_LENGTH || (letters > 0 && !digits && i > MAX_UNIT_LENGTH)) {
                return false;
            }
        }
        return digits && !(Character.isLetter(value.charAt(0)) && Character.isDigit(value.charAt(value.length() - 1)));
    }

    /** Returns true for yes or no, a state or a date in words, which unrelated rows share. */
    public static boolean isState(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        return STATES.contains(lower) || isDate(lower);
    }

    /** Returns true for a date with the name of a month. */
    public static boolean isDate(String value) {
        return value.chars().anyMatch(Character::isDigit)
                && DATE.matcher(value.toLowerCase(Locale.ROOT)).matches();
    }

    private List<Cell> pair(String line) {
        int separator = line.indexOf(BEHIND_HEAD);
        return separator < 1
                ? List.of()
                : List.of(new Cell(line.substring(0, separator), line.substring(separator + BEHIND_HEAD.length())));
    }

    /** Returns the cells of a line; each ends where the head of a later column begins. */
    private List<Cell> cells(String line) {
        List<Cell> cells = new ArrayList<>();
        String head = "";
        int valueStart = -1;
        int at = 0;
        for (String next : heads) {
            String mark = next + BEHIND_HEAD;
            int headStart = valueStart < 0 ? (line.startsWith(mark) ? 0 : -1) : line.indexOf(BETWEEN_CELLS + mark, at);
            if (headStart >= 0) {
                if (valueStart >= 0) {
                    cells.add(new Cell(head, line.substring(valueStart, headStart)));
                    headStart += BETWEEN_CELLS.length();
                }
                head = next;
                valueStart = headStart + mark.length();
                at = valueStart;
            }
        }
        if (valueStart >= 0) {
            cells.add(new Cell(head, line.substring(valueStart)));
        }
        return cells;
    }
}

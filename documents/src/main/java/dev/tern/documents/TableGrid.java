package dev.tern.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table of markup with cells that span columns and rows: their text is repeated in each place. A
 * layout table, such as one with tables or headings in its cells, becomes
 * {@linkplain #isPlain plain}: its cells are ordinary text.
 */
final class TableGrid {
    /** The maximum number of columns or rows that a cell spans. */
    static final int MAX_SPAN = 1_000;

    /** A longer text is written once; repeated, it could grow a million times. */
    private static final int MAX_REPEATED_LENGTH = 500;

    private final TableRows rows;
    private final StringBuilder text = new StringBuilder();
    /** Cells by column, each with the number of further rows that it spans. */
    private final Map<Integer, SpanningCell> spanning = new TreeMap<>();

    private List<RowCell> row = new ArrayList<>();
    private boolean inCaption;
    private boolean inRow;
    private boolean inCell;
    private boolean head;
    private boolean inHead;
    private int columns;
    private int rowsSpanned;
    private boolean plain;

    private record SpanningCell(RowCell cell, int rows) {}

    TableGrid(TableRows rows) {
        this.rows = rows;
    }

    /** Returns the text to repeat in the further places that a cell spans; empty if it is long. */
    static String spannedText(String text) {
        return text.length() <= MAX_REPEATED_LENGTH ? text : "";
    }

    /** Limits a declared span of columns or rows to the range 1 to {@value #MAX_SPAN}. */
    static int spanned(int said) {
        return Math.clamp(said, 1, MAX_SPAN);
    }

    /** Returns true if this is a layout table. */
    boolean isPlain() {
        return plain;
    }

    /** Returns true if the following text is in a cell or caption and belongs to the table. */
    boolean acceptsText() {
        return !plain && (inCell || inCaption);
    }

    void append(String characters) {
        text.append(characters);
    }

    /** Returns the text of the cell or caption so far. */
    CharSequence tail() {
        return text;
    }

    void startCaption() {
        inCaption = true;
        text.setLength(0);
    }

    void endCaption() throws UnreadableException {
        inCaption = false;
        rows.caption(clean());
    }

    /** Begins or ends the rows that name columns. */
    void head(boolean begins) {
        inHead = begins;
    }

    void startRow() throws UnreadableException {
        endRow();
        inRow = true;
    }

    void startCell(boolean marked, int columnSpan, int rowSpan) {
        endCell();
        inCell = true;
        head = marked || inHead;
        columns = spanned(columnSpan);
        rowsSpanned = spanned(rowSpan);
        text.setLength(0);
    }

    void endCell() {
        if (!inCell) {
            return;
        }
        inCell = false;
        RowCell cell = new RowCell(clean(), head);
        RowCell further = new RowCell(spannedText(cell.text()), head);
        for (int i = 0; i < columns; i++) {
            takeSpanning();
            if (row.size() < TableRows.MAX_COLUMNS) {
                spanning.put(row.size(), new SpanningCell(further, rowsSpanned - 1));
                row.add(i == 0 ? cell : further);
            }
        }
    }

    void endRow() throws UnreadableException {
        endCell();
        boolean hasOwn = !row.isEmpty();
        if (!hasOwn && !inRow) {
            return;
        }
        inRow = false;
        takeSpanning();
        for (int column : List.copyOf(spanning.keySet())) {
            while (row.size() < column) {
                row.add(RowCell.of(""));
            }
            takeSpanning();
        }
        spanning.values().removeIf(cell -> cell.rows == 0);
        List<RowCell> done = row;
        row = new ArrayList<>();
        rows.row(hasOwn ? done : List.of());
    }

    /** Adds the cells that span down from above into the next columns. */
    private void takeSpanning() {
        SpanningCell next = spanning.get(row.size());
        while (next != null && next.rows > 0 && row.size() < TableRows.MAX_COLUMNS) {
            int column = row.size();
            row.add(next.cell);
            spanning.put(column, new SpanningCell(next.cell, next.rows - 1));
            next = spanning.get(row.size());
        }
    }

    /** Ends the table so far and makes it plain; returns the text of the open cell. */
    String becomePlain() throws UnreadableException {
        String open = acceptsText() ? clean() : "";
        inCell = false;
        inCaption = false;
        List<RowCell> before = row;
        row = new ArrayList<>();
        rows.row(before);
        rows.end();
        plain = true;
        return open;
    }

    void end() throws UnreadableException {
        if (!plain) {
            endRow();
            rows.end();
        }
    }

    private String clean() {
        return text.toString().replaceAll("[\\s\\p{Z}]+", " ").strip();
    }
}

package dev.tern.documents;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.poi.ss.SpreadsheetVersion;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.ss.util.CellReference;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.model.StylesTable;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Passes on the visible cells of a sheet, without the hidden columns, and collects comments. The
 * first cell's text is repeated throughout a merged region, within the limits of {@link TableGrid}.
 * One empty row stands for a gap in the rows.
 */
final class SheetCells implements SheetContentsHandler {
    private static final Set<String> ON = Set.of("1", "true");
    /** Excel prefixes a threaded comment with a localised notice that ends with this link. */
    private static final String NOTICE = "(?s)^.*?linkid=870924\\s*";

    private final SheetContentsHandler contents;
    private final HiddenText unseen;
    private final BitSet hiddenRows = new BitSet();
    private final BitSet hiddenColumns = new BitSet();
    private final Set<String> struckOut = new HashSet<>();
    private final List<String> comments = new ArrayList<>();
    private final Deque<Region> later = new ArrayDeque<>();
    /** Regions that cover the current row, by their first columns. */
    private final TreeMap<Integer, Region> here = new TreeMap<>();

    private int row;
    private boolean seenRow;
    private int column;

    private static final class Region {
        private final CellRangeAddress range;
        private @Nullable String text;

        private Region(CellRangeAddress range) {
            this.range = range;
        }
    }

    SheetCells(SheetContentsHandler contents, HiddenText unseen) {
        this.contents = contents;
        this.unseen = unseen;
    }

    /** Returns a handler to run first, which finds the hidden, struck-out and merged cells. */
    DefaultHandler declarations(StylesTable styles) {
        List<CellRangeAddress> merged = new ArrayList<>();
        return new DefaultHandler() {
            private int next;

            @Override
            public void startElement(String uri, String localName, String qualifiedName, Attributes attributes) {
                boolean hidden = unseen.leavesParts() && ON.contains(String.valueOf(attributes.getValue("hidden")));
                String reference = attributes.getValue("ref");
                if (localName.equals("row")) {
                    String number = attributes.getValue("r");
                    int at = number == null ? next : Integer.parseInt(number) - 1;
                    next = at + 1;
                    if (hidden && at >= 0 && at < SpreadsheetVersion.EXCEL2007.getMaxRows()) {
                        hiddenRows.set(at);
                        unseen.count("hidden rows");
                    }
                } else if (localName.equals("c") && attributes.getValue("s") != null) {
                    int style = Integer.parseInt(attributes.getValue("s"));
                    if (style < styles.getNumCellStyles()
                            && styles.getStyleAt(style).getFont().getStrikeout()) {
                        struckOut.add(String.valueOf(attributes.getValue("r")));
                    }
                } else if (localName.equals("col") && hidden) {
                    hideColumns(
                            Integer.parseInt(attributes.getValue("min")), Integer.parseInt(attributes.getValue("max")));
                } else if (localName.equals("mergeCell") && reference != null) {
                    merged.add(CellRangeAddress.valueOf(reference));
                }
            }

            @Override
            public void endDocument() {
                merged.sort(Comparator.comparingInt(CellRangeAddress::getFirstRow));
                merged.forEach(range -> later.add(new Region(range)));
            }
        };
    }

    private void hideColumns(int first, int last) {
        int end = Math.min(last, SpreadsheetVersion.EXCEL2007.getMaxColumns());
        for (int i = Math.max(0, first - 1); i < end; i++) {
            hiddenColumns.set(i);
        }
        // Sheets may hide all columns after the last, only to stop scrolling.
        if (end < SpreadsheetVersion.EXCEL2007.getMaxColumns()) {
            unseen.count("hidden columns");
        }
    }

    /** Returns the comments so far, each with its cell's name. */
    List<String> comments() {
        return comments;
    }

    @Override
    public void startRow(int number) {
        if (row + 1 < number && seenRow) {
            // A gap in the row numbers may separate tables, so it becomes an empty row.
            contents.startRow(row + 1);
            contents.endRow(row + 1);
        }
        seenRow = true;
        row = number;
        column = 0;
        here.values().removeIf(region -> region.range.getLastRow() < row);
        while (!later.isEmpty() && later.element().range.getFirstRow() <= row) {
            Region next = later.remove();
            // A sheet may leave out all rows of a region.
            if (next.range.getLastRow() >= row) {
                here.put(next.range.getFirstColumn(), next);
            }
        }
        if (!hiddenRows.get(row)) {
            contents.startRow(number);
        }
    }

    @Override
    public void cell(@Nullable String reference, @Nullable String text, @Nullable XSSFComment comment) {
        int at = reference == null ? column : new CellReference(reference).getCol();
        fill(at);
        Map.Entry<Integer, Region> entry = here.floorEntry(at);
        Region region = entry == null || entry.getValue().range.getLastColumn() < at ? null : entry.getValue();
        boolean first = region != null && region.range.getFirstRow() == row && region.range.getFirstColumn() == at;
        if (region != null && first) {
            region.text = TableGrid.spannedText(text == null ? "" : text);
        }
        show(at, region == null || first ? text : region.text, comment);
        column = at + 1;
    }

    /** Fills missing cells before a column with the text of their regions. */
    private void fill(int end) {
        for (Region region : here.values()) {
            int first = region.range.getFirstColumn();
            int last = Math.min(region.range.getLastColumn(), first + TableGrid.MAX_SPAN - 1);
            for (int at = Math.max(column, first); at < end && at <= last && region.text != null; at++) {
                show(at, region.text, null);
                column = at + 1;
            }
        }
    }

    private void show(int at, @Nullable String text, @Nullable XSSFComment comment) {
        String name = new CellReference(row, at).formatAsString();
        if (hiddenRows.get(row) || hiddenColumns.get(at)) {
            return;
        }
        if (text != null && !text.isBlank() && struckOut.contains(name)) {
            unseen.count("struck-out cells");
            return;
        }
        int seen = at - hiddenColumns.get(0, at).cardinality();
        contents.cell(new CellReference(row, seen).formatAsString(), text, null);
        if (comment != null && comment.getString() != null) {
            String said = comment.getString().getString();
            String author = comment.getAuthor();
            boolean threaded = author != null && author.startsWith("tc=");
            String by = author == null || author.isBlank() || threaded ? "" : " by " + author;
            comments.add("Comment on " + name + by + ": " + (threaded ? said.replaceFirst(NOTICE, "") : said).strip());
        }
    }

    @Override
    public void endRow(int number) {
        fill(Integer.MAX_VALUE);
        if (!hiddenRows.get(number)) {
            contents.endRow(number);
        }
    }

    @Override
    public void headerFooter(String text, boolean isHeader, String tagName) {
        contents.headerFooter(text, isHeader, tagName);
    }

    @Override
    public void endSheet() {
        contents.endSheet();
    }
}

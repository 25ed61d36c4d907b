package dev.tern.documents;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.poi.ss.SpreadsheetVersion;
import org.apache.poi.ss.util.CellReference;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.model.StylesTable;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/** Passes on the visible cells of a sheet, without gaps, and collects comments. */
final class SeenCells implements SheetContentsHandler {
    private static final Set<String> ON = Set.of("1", "true");
    /** Excel prefixes a threaded comment with a localised notice that ends with this link. */
    private static final String NOTICE = "(?s)^.*?linkid=870924\\s*";

    private final SheetContentsHandler contents;
    private final UnseenText unseen;
    private final BitSet hiddenRows = new BitSet();
    private final BitSet hiddenColumns = new BitSet();
    private final Set<String> struck = new HashSet<>();
    private final List<String> comments = new ArrayList<>();
    private int row;
    private boolean seenRow;
    private int column;

    SeenCells(SheetContentsHandler contents, UnseenText unseen) {
        this.contents = contents;
        this.unseen = unseen;
    }

    /** Reads the hidden rows and columns and the struck-out cells, before the cells come. */
    DefaultHandler hidden(StylesTable styles) {
        return new DefaultHandler() {
            private int next;

            @Override
            public void startElement(String uri, String localName, String qualifiedName, Attributes attributes) {
                boolean hidden = ON.contains(String.valueOf(attributes.getValue("hidden")));
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
                        struck.add(String.valueOf(attributes.getValue("r")));
                    }
                } else if (localName.equals("col") && hidden) {
                    int first = Integer.parseInt(attributes.getValue("min")) - 1;
                    int end = Math.min(
                            Integer.parseInt(attributes.getValue("max")), SpreadsheetVersion.EXCEL2007.getMaxColumns());
                    for (int i = Math.max(0, first); i < end; i++) {
                        hiddenColumns.set(i);
                    }
                    // All columns after the last may be hidden, only to stop scrolling.
                    if (end < SpreadsheetVersion.EXCEL2007.getMaxColumns()) {
                        unseen.count("hidden columns");
                    }
                }
            }
        };
    }

    /** Returns the comments so far, each with its cell's name. */
    List<String> comments() {
        return comments;
    }

    @Override
    public void startRow(int number) {
        if (row + 1 < number && seenRow) {
            // Rows that a sheet leaves out may part tables.
            contents.startRow(row + 1);
            contents.endRow(row + 1);
        }
        seenRow = true;
        row = number;
        column = 0;
        if (!hiddenRows.get(row)) {
            contents.startRow(number);
        }
    }

    @Override
    public void cell(@Nullable String reference, @Nullable String text, @Nullable XSSFComment comment) {
        int at = reference == null ? column : new CellReference(reference).getCol();
        column = at + 1;
        if (hiddenRows.get(row) || hiddenColumns.get(at)) {
            return;
        }
        if (text != null && !text.isBlank() && struck.contains(String.valueOf(reference))) {
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
            comments.add("Comment on " + new CellReference(row, at).formatAsString() + by + ": "
                    + (threaded ? said.replaceFirst(NOTICE, "") : said).strip());
        }
    }

    @Override
    public void endRow(int number) {
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

package dev.tern.documents;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.ss.util.CellReference;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Passes the cells of a sheet on, with the first cell's text repeated throughout a merged region,
 * within the limits of {@link TableGrid}. Missing rows are not created.
 */
final class MergedRegions implements SheetContentsHandler {
    private final SheetContentsHandler contents;
    private final List<Region> all = new ArrayList<>();
    private final Deque<Region> later = new ArrayDeque<>();
    /** Regions that cover the current row, by their first columns. */
    private final TreeMap<Integer, Region> here = new TreeMap<>();

    private int row;
    private int column;

    private static final class Region {
        private final CellRangeAddress range;
        private @Nullable String text;

        private Region(CellRangeAddress range) {
            this.range = range;
        }

        private int firstRow() {
            return range.getFirstRow();
        }
    }

    MergedRegions(SheetContentsHandler contents) {
        this.contents = contents;
    }

    /** Reads the merged regions, before the cells come. */
    DefaultHandler references() {
        return new DefaultHandler() {
            @Override
            public void startElement(String uri, String localName, String qualifiedName, Attributes attributes) {
                String reference = attributes.getValue("ref");
                if (localName.equals("mergeCell") && reference != null) {
                    all.add(new Region(CellRangeAddress.valueOf(reference)));
                }
            }

            @Override
            public void endDocument() {
                all.sort(Comparator.comparingInt(Region::firstRow));
                later.addAll(all);
            }
        };
    }

    @Override
    public void startRow(int number) {
        row = number;
        column = 0;
        here.values().removeIf(region -> region.range.getLastRow() < row);
        while (!later.isEmpty() && later.element().firstRow() <= row) {
            Region next = later.remove();
            // A sheet may leave out all rows of a region.
            if (next.range.getLastRow() >= row) {
                here.put(next.range.getFirstColumn(), next);
            }
        }
        contents.startRow(number);
    }

    @Override
    public void cell(@Nullable String reference, @Nullable String text, @Nullable XSSFComment comment) {
        int at = reference == null ? column : new CellReference(reference).getCol();
        fill(at);
        Map.Entry<Integer, Region> entry = here.floorEntry(at);
        Region region = entry == null || entry.getValue().range.getLastColumn() < at ? null : entry.getValue();
        boolean first = region != null && region.firstRow() == row && region.range.getFirstColumn() == at;
        if (region != null && first) {
            region.text = TableGrid.spread(text == null ? "" : text);
        }
        contents.cell(reference, region == null || first ? text : region.text, comment);
        column = at + 1;
    }

    /** Fills missing cells before a column with the text of their regions. */
    private void fill(int end) {
        for (Region region : here.values()) {
            int first = region.range.getFirstColumn();
            int last = Math.min(region.range.getLastColumn(), first + TableGrid.MOST_SPANNED - 1);
            for (int at = Math.max(column, first); at < end && at <= last && region.text != null; at++) {
                contents.cell(new CellReference(row, at).formatAsString(), region.text, null);
                column = at + 1;
            }
        }
    }

    @Override
    public void endRow(int number) {
        fill(Integer.MAX_VALUE);
        contents.endRow(number);
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

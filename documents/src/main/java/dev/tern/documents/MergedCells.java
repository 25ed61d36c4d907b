package dev.tern.documents;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.apache.poi.xslf.usermodel.XSLFShape;
import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.poi.xslf.usermodel.XSLFTable;
import org.apache.poi.xslf.usermodel.XSLFTableCell;
import org.apache.poi.xwpf.usermodel.ICell;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.apache.poi.xwpf.usermodel.XWPFTableCell;
import org.apache.poi.xwpf.usermodel.XWPFTableRow;
import org.apache.xmlbeans.XmlCursor;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTTc;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTTcPr;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.STMerge;

/**
 * Splits merged cells of a document in memory, so that each row has a cell in each column: all
 * repeat the text of the first, within the limits of {@link TableGrid}. The file stays unchanged.
 */
final class MergedCells {
    /** The maximum of Word. */
    private static final int MOST_COLUMNS = 63;

    private MergedCells() {}

    static void spread(XWPFDocument document) {
        document.getTables().forEach(MergedCells::spread);
    }

    private static void spread(XWPFTable table) {
        Map<Integer, String> above = new HashMap<>();
        for (XWPFTableRow row : table.getRows()) {
            int column = spreadBefore(row);
            for (ICell cell : row.getTableICells()) {
                if (!(cell instanceof XWPFTableCell own)) {
                    above.remove(column++);
                    continue;
                }
                own.getTables().forEach(MergedCells::spread);
                String text = text(own);
                if (continues(own.getCTTc().getTcPr())) {
                    text = above.getOrDefault(column, "");
                    say(own.getCTTc(), text);
                }
                int columns = columns(own.getCTTc().getTcPr());
                for (int i = 1; i < columns; i++) {
                    say(insertBehind(own.getCTTc()), text);
                }
                for (int i = 0; i < columns; i++) {
                    above.put(column++, text);
                }
            }
        }
    }

    private static String text(XWPFTableCell cell) {
        return TableGrid.spread(
                cell.getParagraphs().stream().map(XWPFParagraph::getText).collect(Collectors.joining(" ")));
    }

    /** Returns the number of columns before the first cell of a row. */
    private static int spreadBefore(XWPFTableRow row) {
        if (!row.getCtRow().isSetTrPr() || row.getCtRow().getTrPr().sizeOfGridBeforeArray() == 0) {
            return 0;
        }
        int columns = Math.clamp(
                row.getCtRow().getTrPr().getGridBeforeArray(0).getVal().longValue(), 0, MOST_COLUMNS);
        for (int i = 0; i < columns; i++) {
            say(row.getCtRow().insertNewTc(i), "");
        }
        return columns;
    }

    private static boolean continues(CTTcPr properties) {
        return properties != null
                && properties.isSetVMerge()
                && properties.getVMerge().getVal() != STMerge.RESTART;
    }

    private static int columns(CTTcPr properties) {
        return properties != null && properties.isSetGridSpan()
                ? Math.clamp(properties.getGridSpan().getVal().longValue(), 1, MOST_COLUMNS)
                : 1;
    }

    /** Inserts a cell after another by cursor: the cell list lacks content controls. */
    private static CTTc insertBehind(CTTc cell) {
        try (XmlCursor cursor = cell.newCursor()) {
            QName name = cursor.getName();
            cursor.toEndToken();
            cursor.toNextToken();
            cursor.beginElement(name);
            cursor.toParent();
            return (CTTc) cursor.getObject();
        }
    }

    private static void say(CTTc cell, String text) {
        cell.addNewP().addNewR().addNewT().setStringValue(text);
    }

    static void spread(XSLFSlide slide) {
        for (XSLFShape shape : slide.getShapes()) {
            if (shape instanceof XSLFTable table) {
                spread(table);
            }
        }
    }

    /** Fills the covered cells of a slide's table, which exist but are empty. */
    private static void spread(XSLFTable table) {
        for (int row = 0; row < table.getNumberOfRows(); row++) {
            List<XSLFTableCell> cells = table.getRows().get(row).getCells();
            for (int column = 0; column < cells.size(); column++) {
                XSLFTableCell cell = cells.get(column);
                String text = TableGrid.spread(cell.getText());
                if (!cell.isMerged() && !text.isEmpty()) {
                    spread(table, row, column, cell, text);
                }
            }
        }
    }

    private static void spread(XSLFTable table, int row, int column, XSLFTableCell cell, String text) {
        int lastRow = Math.min(table.getNumberOfRows(), row + TableGrid.spanned(cell.getRowSpan()));
        for (int below = row; below < lastRow; below++) {
            List<XSLFTableCell> cells = table.getRows().get(below).getCells();
            int lastColumn = Math.min(cells.size(), column + TableGrid.spanned(cell.getGridSpan()));
            for (int beside = column; beside < lastColumn; beside++) {
                if (cells.get(beside).isMerged()) {
                    cells.get(beside).setText(text);
                }
            }
        }
    }
}

package dev.tern.documents;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDAttributeObject;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDMarkedContentReference;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureElement;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureNode;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureTreeRoot;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.Revisions;
import org.apache.pdfbox.pdmodel.documentinterchange.taggedpdf.PDTableAttributeObject;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables, headings and paragraphs that a tagged PDF marks. Its structure tree maps the
 * marked content of a page to these (ISO 32000-2, 14.7 and 14.8.4). Not thread-safe.
 */
final class PdfTags {
    private static final int MAX_ELEMENTS = 1_000_000;
    private static final int MAX_DEPTH = 200;

    /** The tags of each page, by marked-content number. */
    private final Map<COSDictionary, Map<Integer, PdfTag>> tags = new HashMap<>();

    private Map<String, Object> roles = Map.of();
    private int elements;
    private int tables;

    /** Reads the structure of a document; a broken or oversized one is ignored. */
    PdfTags(PDDocument pdf) {
        try {
            PDStructureTreeRoot root = pdf.getDocumentCatalog().getStructureTreeRoot();
            if (root != null) {
                roles = root.getRoleMap();
                readElement(root, null, PdfTag.NONE, 0);
            }
        } catch (RuntimeException e) {
            tags.clear();
        }
    }

    PdfTag tag(PDPage page, int markedContent) {
        return tags.getOrDefault(page.getCOSObject(), Map.of()).getOrDefault(markedContent, PdfTag.NONE);
    }

    private void readElement(PDStructureNode node, @Nullable CountedTable table, PdfTag tag, int depth) {
        elements++;
        if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) {
            throw new IllegalStateException("the structure is too deep or has too many elements");
        }
        PDPage page = node instanceof PDStructureElement element ? element.getPage() : null;
        for (Object kid : node.getKids()) {
            if (kid instanceof Integer content && page != null && !tag.equals(PdfTag.NONE)) {
                put(page, content, tag);
            } else if (kid instanceof PDMarkedContentReference content && !tag.equals(PdfTag.NONE)) {
                PDPage other = content.getPage() == null ? page : content.getPage();
                if (other != null) {
                    put(other, content.getMCID(), tag);
                }
            } else if (kid instanceof PDStructureElement element) {
                // PDFBox looks for the standard type at the parents, which may form a circle.
                String own = String.valueOf(element.getStructureType());
                String type = roles.getOrDefault(own, own).toString();
                switch (type) {
                    case "Table" -> {
                        tables++;
                        readElement(element, new CountedTable(tables), PdfTag.NONE, depth + 1);
                    }
                    case "TR" -> {
                        if (table != null) {
                            table.startRow();
                        }
                        readElement(element, table, PdfTag.NONE, depth + 1);
                    }
                    case "TH", "TD" -> {
                        PdfTag.Cell cell = table == null ? null : table.cell(element, type.equals("TH"));
                        readElement(element, table, new PdfTag(cell, 0, 0), depth + 1);
                    }
                    case "Title", "H", "H1" -> readElement(element, table, new PdfTag(tag.cell(), 1, 0), depth + 1);
                    case "H2", "H3", "H4", "H5", "H6" ->
                        readElement(element, table, new PdfTag(tag.cell(), type.charAt(1) - '0', 0), depth + 1);
                    // Chromium's paragraphs are NonStruct.
                    case "P", "NonStruct", "LBody", "Note" -> {
                        int paragraph = tag.heading() > 0 ? 0 : elements;
                        readElement(element, table, new PdfTag(tag.cell(), tag.heading(), paragraph), depth + 1);
                    }
                    default -> readElement(element, table, tag, depth + 1);
                }
            }
        }
    }

    private void put(PDPage page, int content, PdfTag tag) {
        tags.computeIfAbsent(page.getCOSObject(), ignored -> new HashMap<>()).put(content, tag);
    }

    /** Returns the tables of a page whose words have cell tags. */
    static List<PdfTable> find(PdfPage page) {
        Map<Integer, List<PdfWord>> byTable = new TreeMap<>();
        for (PdfWord word : page.words()) {
            PdfTag.Cell cell = word.tag().cell();
            if (cell != null) {
                byTable.computeIfAbsent(cell.table(), ignored -> new ArrayList<>())
                        .add(word);
            }
        }
        List<PdfTable> found = new ArrayList<>();
        byTable.forEach((number, words) -> {
            PdfTable table = table(number, words);
            if (table.rows().size() > 1 && table.cellsOfRow() > 1) {
                found.add(table);
            }
        });
        return found;
    }

    private static PdfTable table(int number, List<PdfWord> words) {
        Map<PdfTag.Cell, List<PdfWord>> written = words.stream()
                .collect(Collectors.groupingBy(word -> requireNonNull(word.tag().cell())));
        int columns = written.keySet().stream()
                .mapToInt(cell -> cell.column() + cell.columns())
                .max()
                .orElse(0);
        RowCell[] blank = new RowCell[columns];
        Arrays.fill(blank, RowCell.of(""));
        Map<Integer, RowCell[]> grid = new TreeMap<>();
        written.keySet().forEach(cell -> grid.put(cell.row(), blank.clone()));
        written.forEach((cell, said) -> {
            String text = PdfWord.text(said);
            for (int row = cell.row(); row < cell.row() + cell.rows(); row++) {
                for (int column = cell.column();
                        column < cell.column() + cell.columns() && grid.containsKey(row);
                        column++) {
                    boolean first = row == cell.row() && column == cell.column();
                    grid.get(row)[column] = new RowCell(first ? text : TableGrid.spannedText(text), cell.head());
                }
            }
        });
        // Edges include the table's number: only the same table continues on the next page.
        List<Double> starts = IntStream.rangeClosed(0, columns)
                .mapToObj(column -> number * 1e6 + column)
                .toList();
        double top = words.stream().mapToDouble(PdfWord::top).min().orElse(0);
        double bottom = words.stream().mapToDouble(PdfWord::bottom).max().orElse(0);
        return new PdfTable(words, grid.values().stream().map(List::of).toList(), starts, top, bottom);
    }

    /** A table being read: assigns rows and columns to its cells, in the order of the file. */
    private static final class CountedTable {
        private final int number;
        private final Map<Integer, Integer> taken = new TreeMap<>();
        private int row = -1;
        private int column;

        private CountedTable(int number) {
            this.number = number;
        }

        private void startRow() {
            row++;
            column = 0;
            taken.values().removeIf(last -> last < row);
        }

        private PdfTag.Cell cell(PDStructureElement element, boolean head) {
            int rows = 1;
            int columns = 1;
            Revisions<PDAttributeObject> attributes = element.getAttributes();
            for (int i = 0; i < attributes.size(); i++) {
                if (attributes.getObject(i) instanceof PDTableAttributeObject spans) {
                    rows = TableGrid.spanned(spans.getRowSpan());
                    columns = TableGrid.spanned(spans.getColSpan());
                }
            }
            while (taken.containsKey(column)) {
                column++;
            }
            int first = column;
            for (int i = 0; i < columns; i++) {
                if (rows > 1) {
                    taken.put(column, row + rows - 1);
                }
                column++;
            }
            return new PdfTag.Cell(number, Math.max(0, row), first, rows, columns, head);
        }
    }
}

package dev.tern.documents;

import dev.tern.documents.PdfWord.Start;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationMarkup;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDButton;
import org.apache.pdfbox.pdmodel.interactive.form.PDField;
import org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField;
import org.apache.pdfbox.pdmodel.interactive.form.PDTerminalField;
import org.jspecify.annotations.Nullable;

/** Writes the pages of a PDF as text, with its headings and tables. Not thread-safe. */
final class PdfText {
    /** The maximum shift of a table's columns on the next page, in points. */
    private static final double ASKEW = 12;

    private static final int MAX_TITLE_LENGTH = 200;

    private final PDDocument pdf;
    private final DocumentScans scans;
    private final PdfPageReader reader;
    private final PdfHeadings headings = new PdfHeadings();
    private final LineJoiner lines = new LineJoiner();
    private @Nullable WrittenTable before;

    private record WrittenTable(int page, List<Double> columns, List<RowCell> heads) {
        /** Returns true if a table without heads continues this table on the next page. */
        boolean isContinuedBy(PdfTable table, int at) {
            boolean sameColumns = table.columns().size() == columns.size()
                    && IntStream.range(0, columns.size() - 1)
                            .allMatch(i -> Math.abs(table.columns().get(i) - columns.get(i)) <= ASKEW);
            List<RowCell> first = table.rows().getFirst();
            return page + 1 == at
                    && sameColumns
                    && heads.size() == first.size()
                    && !first.stream().allMatch(cell -> cell.head() || cell.isBlank())
                    && !IntStream.range(0, heads.size())
                            .allMatch(
                                    i -> heads.get(i).text().equals(first.get(i).text()));
        }
    }

    /**
     * Creates a writer for an open document.
     *
     * @param scans reads the pages without text
     * @param unseen counts the text that is left out
     */
    PdfText(PDDocument pdf, DocumentScans scans, HiddenText unseen) {
        this.pdf = pdf;
        this.scans = scans;
        this.reader = new PdfPageReader(unseen);
    }

    /** Writes all pages, each followed by its comments, and the values of form fields. */
    void write(Outline outline) throws IOException, UnreadableException {
        PdfTags tagged = new PdfTags(pdf);
        for (int i = 0; i < pdf.getNumberOfPages(); i++) {
            outline.nextPage();
            PdfPage page = reader.read(pdf, i, tagged);
            headings.see(page.words());
            write(page.words(), tables(page), outline);
            if (page.words().isEmpty()) {
                scans.page(pdf, i, outline);
            }
            writeComments(pdf.getPage(i), outline);
        }
        outline.paragraph();
        PDAcroForm form = pdf.getDocumentCatalog().getAcroForm();
        for (PDField field : form == null ? List.<PDField>of() : form.getFieldTree()) {
            String value = field instanceof PDTerminalField && !(field instanceof PDButton)
                    ? field.getValueAsString().strip()
                    : "";
            if (!value.isEmpty() && !(field instanceof PDSignatureField)) {
                String name = field.getAlternateFieldName();
                outline.line();
                outline.append((name == null ? field.getPartialName() : name) + ": " + value);
            }
        }
    }

    private static void writeComments(PDPage page, Outline outline) throws IOException, UnreadableException {
        for (PDAnnotation annotation : page.getAnnotations()) {
            String text = annotation instanceof PDAnnotationMarkup && !annotation.isHidden()
                    ? String.valueOf(annotation.getContents()).strip()
                    : "";
            if (!text.isEmpty() && annotation.getContents() != null) {
                String author = ((PDAnnotationMarkup) annotation).getTitlePopup();
                outline.paragraph();
                outline.append("Comment" + (author == null ? "" : " by " + author) + ": " + text);
            }
        }
    }

    static List<PdfTable> tables(PdfPage page) {
        List<PdfTable> tables = new ArrayList<>(PdfTags.find(page));
        Set<PdfWord> taken = new HashSet<>();
        tables.forEach(table -> taken.addAll(table.words()));
        AlignedTables aligned = new AlignedTables(page);
        for (PdfTable ruled : new RuledTables(page).find()) {
            if (ruled.words().stream().anyMatch(taken::contains)) {
                continue;
            }
            // Rules often separate only some columns, so alignment may find more.
            PdfTable finer = aligned.find(new HashSet<>(ruled.words())::contains).stream()
                    .filter(table -> 2 * table.words().size() > ruled.words().size())
                    .findFirst()
                    .orElse(ruled);
            tables.add(finer.cellsOfRow() > ruled.cellsOfRow() ? finer : ruled);
            taken.addAll(ruled.words());
        }
        tables.addAll(aligned.find(word -> !taken.contains(word)));
        return tables;
    }

    private void write(List<PdfWord> words, List<PdfTable> tables, Outline outline) throws UnreadableException {
        Map<PdfWord, Integer> inTable = new HashMap<>();
        for (int i = 0; i < tables.size(); i++) {
            for (PdfWord word : tables.get(i).words()) {
                inTable.put(word, i);
            }
        }
        lines.learnHyphenated(words.stream().map(PdfWord::text).collect(Collectors.joining(" ")));
        boolean[] written = new boolean[tables.size()];
        List<PdfWord> paragraph = new ArrayList<>();
        String above = "";
        int at = 0;
        int textEnd = 0;
        boolean inRows = false;
        while (at < words.size()) {
            PdfWord word = words.get(at);
            Integer table = inTable.get(word);
            while (textEnd < words.size() && (textEnd <= at || !inTable.containsKey(words.get(textEnd)))) {
                textEnd++;
            }
            // The bold heads of a table are not part of a heading above it.
            int headingEnd = table == null ? headings.end(words.subList(0, textEnd), at) : at;
            if (headingEnd > at || table != null || word.start() != Start.NONE) {
                above = paragraph.isEmpty() ? above : write(paragraph, outline);
            }
            if (headingEnd > at) {
                outline.startHeading(headings.level(word));
                outline.append(PdfWord.text(words.subList(at, headingEnd)));
                outline.endHeading();
                above = "";
            } else if (table == null) {
                if (word.start() == Start.ROW && inRows) {
                    outline.line();
                } else if (word.start() != Start.NONE) {
                    outline.paragraph();
                    inRows = word.start() == Start.ROW;
                }
                paragraph.add(word);
            } else if (!written[table]) {
                written[table] = true;
                write(tables.get(table), above.length() <= MAX_TITLE_LENGTH ? above : "", outline);
                above = "";
            }
            at = Math.max(headingEnd, at + 1);
        }
        write(paragraph, outline);
    }

    /** Writes and clears the pending words, a paragraph or its rest; returns their text. */
    private String write(List<PdfWord> paragraph, Outline outline) throws UnreadableException {
        String text = PdfWord.text(paragraph, lines);
        outline.append(" " + text);
        paragraph.clear();
        return text;
    }

    private void write(PdfTable table, String above, Outline outline) throws UnreadableException {
        outline.paragraph();
        TableRows rows = new TableRows(outline, above.isBlank() ? outline.heading() : above);
        if (before != null && before.isContinuedBy(table, outline.pages())) {
            rows.row(before.heads);
        }
        for (List<RowCell> row : table.rows()) {
            rows.row(row);
        }
        rows.end();
        outline.paragraph();
        List<RowCell> heads =
                rows.heads().stream().map(head -> new RowCell(head, true)).toList();
        before = new WrittenTable(outline.pages(), table.columns(), heads);
    }
}

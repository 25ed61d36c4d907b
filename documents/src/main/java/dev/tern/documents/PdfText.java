package dev.tern.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.jspecify.annotations.Nullable;

/** Writes the pages of a PDF as text, with its headings and tables. Not thread-safe. */
final class PdfText implements XhtmlText.Pages {
    /** The maximum shift of a table's columns on the next page, in points. */
    private static final double ASKEW = 12;

    private static final int MAX_TITLE_LENGTH = 200;

    private final Supplier<@Nullable Object> opened;
    private final DocumentScans scans;
    private final PdfPageReader reader;
    private final PdfHeadings headings = new PdfHeadings();
    private final LineJoiner lines = new LineJoiner();
    private @Nullable PdfTags tagged;
    private @Nullable WrittenTable before;

    /** A written table with its heads. */
    private record WrittenTable(int page, List<Double> columns, List<RowCell> heads) {
        /** Returns true if a table without heads continues this one on the next page. */
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
     * Creates a writer for an already open document, whose fonts are loaded once.
     *
     * @param opened supplies the document while pages are read
     * @param scans reads the pages without text
     * @param unseen counts the text that is left out
     */
    PdfText(Supplier<@Nullable Object> opened, DocumentScans scans, HiddenText unseen) {
        this.opened = opened;
        this.scans = scans;
        this.reader = new PdfPageReader(unseen);
    }

    @Override
    public void readEmpty(int page, Outline outline) throws UnreadableException {
        scans.page(page, outline);
    }

    @Override
    public boolean read(int page, Outline outline) throws UnreadableException {
        if (!(opened.get() instanceof PDDocument pdf)) {
            return false;
        }
        PdfPage read;
        try {
            if (tagged == null) {
                tagged = new PdfTags(pdf);
            }
            read = reader.read(pdf, page - 1, tagged);
        } catch (IOException | RuntimeException e) {
            // The fallback parser reports the error.
            return false;
        }
        headings.see(read.words());
        write(read.words(), tables(read), outline);
        return !read.words().isEmpty();
    }

    /** Returns the tables of a page. */
    static List<PdfTable> tables(PdfPage page) {
        List<PdfTable> tables = new ArrayList<>(PdfTags.find(page));
        Set<PdfWord> taken = new HashSet<>();
        tables.forEach(table -> taken.addAll(table.words()));
        AlignedTables aligned = new AlignedTables(page);
        for (PdfTable ruled : new RuledTables(page).find()) {
            if (ruled.words().stream().anyMatch(taken::contains)) {
                continue;
            }
            // Rules often separate only some of the columns.
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
        while (at < words.size()) {
            PdfWord word = words.get(at);
            Integer table = inTable.get(word);
            while (textEnd < words.size() && (textEnd <= at || !inTable.containsKey(words.get(textEnd)))) {
                textEnd++;
            }
            // The bold heads of a table are not part of a heading above it.
            int headingEnd = table == null ? headings.end(words.subList(0, textEnd), at) : at;
            if (headingEnd > at || table != null || word.startsParagraph()) {
                above = paragraph.isEmpty() ? above : write(paragraph, outline);
            }
            if (headingEnd > at) {
                outline.startHeading(headings.level(word));
                outline.append(PdfWord.text(words.subList(at, headingEnd)));
                outline.endHeading();
                above = "";
            } else if (table == null) {
                if (word.startsParagraph()) {
                    outline.paragraph();
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

    /** Writes and clears the words of a paragraph or of its rest; returns the text. */
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

package dev.tern.graph;

import dev.tern.text.TextTruncation;
import java.util.List;

/** The values of a {@link SourceDocument}. */
record SourceDocumentRecord(
        String id,
        String title,
        String text,
        List<Statement> statements,
        SourceMetadata metadata,
        List<Section> sections,
        List<Table> tables,
        List<OcrSpan> ocrSpans)
        implements SourceDocument {
    /** Validates the values and copies the collections. */
    SourceDocumentRecord {
        if (EntityName.isBlank(id)) {
            throw new IllegalArgumentException("a document's id is blank");
        }
        if (id.length() > MAX_ID_LENGTH) {
            throw new IllegalArgumentException("the document id \"" + TextTruncation.withEllipsis(id, 40) + "\" has "
                    + id.length() + " characters; the limit is " + MAX_ID_LENGTH);
        }
        if (EntityName.isBlank(text)) {
            throw new IllegalArgumentException("document \"" + id + "\" has an empty text");
        }
        title = title.strip();
        statements = List.copyOf(statements);
        sections = List.copyOf(sections);
        tables = List.copyOf(tables);
        ocrSpans = List.copyOf(ocrSpans);
        int before = 0;
        for (Section section : sections) {
            if (section.start() < before || section.start() > text.length()) {
                throw new IllegalArgumentException(
                        "document \"" + id + "\" has a section at character " + section.start() + "; after one at "
                                + before + " it must start between that and " + text.length());
            }
            before = section.start();
        }
        int lastEnd = 0;
        for (Table table : tables) {
            if (table.start() < lastEnd || table.end() > text.length()) {
                throw new IllegalArgumentException("document \"" + id + "\" has a table from character " + table.start()
                        + " to " + table.end() + "; after one that ends at " + lastEnd + " it must lie between "
                        + "that and "
                        + text.length());
            }
            lastEnd = table.end();
        }
        int spanned = 0;
        for (OcrSpan span : ocrSpans) {
            if (span.start() < spanned || span.end() > text.length()) {
                throw new IllegalArgumentException("document \"" + id + "\" has an OCR span from character "
                        + span.start() + " to " + span.end() + "; after one that ends at " + spanned
                        + " it must lie between that and " + text.length());
            }
            spanned = span.end();
        }
    }

    /** Returns the id and the beginning of the text. */
    @Override
    public String toString() {
        return id + ": " + TextTruncation.withEllipsis(text, 80);
    }
}

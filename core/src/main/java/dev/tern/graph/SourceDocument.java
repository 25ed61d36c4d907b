package dev.tern.graph;

import dev.tern.text.TextTruncation;
import java.util.List;
import java.util.Map;

/**
 * A text added by a user, with an id of the user's choice.
 *
 * <p>Adding a document under an id that the graph already has replaces it.
 *
 * @param id the user's id, 1 to {@value #MAX_ID_LENGTH} characters
 * @param title the title, or empty
 * @param text the text, never blank
 * @param statements the statements of the text, if already known; otherwise empty
 * @param metadata further values, by which the document's passages can be filtered
 * @param sections its pages and headings, ordered by start; may be empty
 * @param tables the tables in its text, whose rows become statements, ordered and without overlaps;
 *     may be empty
 * @param ocrSpans the parts of its text that were read from pictures, ordered and without overlaps;
 *     may be empty
 */
public record SourceDocument(
        String id,
        String title,
        String text,
        List<Statement> statements,
        DocumentMetadata metadata,
        List<Section> sections,
        List<Table> tables,
        List<OcrSpan> ocrSpans) {
    /** The maximum number of characters of an id. */
    public static final int MAX_ID_LENGTH = 512;

    /** The metadata name of the larger text, such as a book, that a document is a part of. */
    public static final String WHOLE = "doc";

    /**
     * Validates the values and copies the collections.
     *
     * @throws IllegalArgumentException if the id is blank or too long, the text is blank, or the
     *     sections, tables or OCR spans are out of order, overlap or exceed the text
     */
    public SourceDocument {
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

    /** Creates a document without text read from pictures. */
    public SourceDocument(
            String id,
            String title,
            String text,
            List<Statement> statements,
            DocumentMetadata metadata,
            List<Section> sections,
            List<Table> tables) {
        this(id, title, text, statements, metadata, sections, tables, List.of());
    }

    /** Creates a document without tables. */
    public SourceDocument(
            String id,
            String title,
            String text,
            List<Statement> statements,
            DocumentMetadata metadata,
            List<Section> sections) {
        this(id, title, text, statements, metadata, sections, List.of());
    }

    /** Creates a document without pages and headings. */
    public SourceDocument(String id, String title, String text, List<Statement> statements, DocumentMetadata metadata) {
        this(id, title, text, statements, metadata, List.of());
    }

    /** Creates a document without pages and headings, with strings as metadata. */
    public SourceDocument(
            String id, String title, String text, List<Statement> statements, Map<String, String> metadata) {
        this(id, title, text, statements, DocumentMetadata.of(metadata));
    }

    /** Creates a document with strings as metadata. */
    public SourceDocument(
            String id,
            String title,
            String text,
            List<Statement> statements,
            Map<String, String> metadata,
            List<Section> sections) {
        this(id, title, text, statements, DocumentMetadata.of(metadata), sections);
    }

    /** Returns a document with an id and a text. */
    public static SourceDocument of(String id, String text) {
        return new SourceDocument(id, "", text, List.of(), DocumentMetadata.EMPTY);
    }

    /**
     * Returns the name of the larger text that this document is a part of, such as a book: the
     * {@value #WHOLE} of its metadata if that is a string, otherwise its title; may be empty. An
     * extractor that calls no model reads consecutive documents with the same name, if it is not
     * empty, as one text.
     */
    public String whole() {
        return metadata.value(WHOLE)
                .filter(MetadataValue.OfString.class::isInstance)
                .map(MetadataValue::toString)
                .orElse(title);
    }

    /** Returns the metadata that its passages can be filtered by. */
    public DocumentMetadata filtered() {
        return metadata.filtered(id);
    }

    /** Returns this document with a title. */
    public SourceDocument withTitle(String newTitle) {
        return new SourceDocument(id, newTitle, text, statements, metadata, sections, tables, ocrSpans);
    }

    /** Returns this document with other metadata. */
    public SourceDocument withMetadata(DocumentMetadata newMetadata) {
        return new SourceDocument(id, title, text, statements, newMetadata, sections, tables, ocrSpans);
    }

    /** Returns this document with statements. */
    public SourceDocument withStatements(List<Statement> newStatements) {
        return new SourceDocument(id, title, text, newStatements, metadata, sections, tables, ocrSpans);
    }

    /** Returns this document with the tables of its text. */
    public SourceDocument withTables(List<Table> newTables) {
        return new SourceDocument(id, title, text, statements, metadata, sections, newTables, ocrSpans);
    }

    /** Returns this document with the parts of its text that were read from pictures. */
    public SourceDocument withOcrSpans(List<OcrSpan> newSpans) {
        return new SourceDocument(id, title, text, statements, metadata, sections, tables, newSpans);
    }
}

package dev.tern.graph;

import java.util.List;

/**
 * A text added by a user, with an id of the user's choice. Immutable.
 *
 * <p>Adding a document under an id that the graph already has replaces it.
 *
 * <p>Only Tern implements it, so that later versions can add values.
 */
public sealed interface SourceDocument permits SourceDocumentRecord {
    /** The maximum number of characters of an id. */
    int MAX_ID_LENGTH = 512;

    /** The metadata name of the larger text, such as a book, that a document is a part of. */
    String PARENT = "doc";

    /** Returns the user's id, 1 to {@value #MAX_ID_LENGTH} characters. */
    String id();

    /** Returns the title; an empty text if there is none. */
    String title();

    /** Returns the text, never blank. */
    String text();

    /**
     * Returns the statements of the text; empty to have them extracted. A document with statements
     * becomes one passage, and adding it fails if that exceeds {@code passageTokenLimit}.
     */
    List<Statement> statements();

    /** Returns further values, by which the document's passages can be filtered. */
    SourceMetadata metadata();

    /** Returns the pages and headings of the text, ordered by start; may be empty. */
    List<Section> sections();

    /**
     * Returns the tables in its text, whose rows become statements, ordered and without overlaps;
     * may be empty.
     */
    List<Table> tables();

    /**
     * Returns the parts of its text that were read from pictures, ordered and without overlaps; may
     * be empty.
     */
    List<OcrSpan> ocrSpans();

    /**
     * Returns a document with an id and a text.
     *
     * @throws IllegalArgumentException if the id is blank or too long, or the text is blank
     */
    static SourceDocument of(String id, String text) {
        return new SourceDocumentRecord(id, "", text, List.of(), SourceMetadata.EMPTY, List.of(), List.of(), List.of());
    }

    /**
     * Returns the name of the larger text that this document is a part of, such as a book: the
     * {@value #PARENT} of its metadata if that is a string, otherwise its title; may be empty. An
     * extractor that calls no model reads consecutive documents with the same non-empty name as one
     * text, up to about 8 million characters.
     */
    default String parentName() {
        return metadata().string(PARENT).orElse(title());
    }

    /** Returns the metadata that its passages can be filtered by. */
    default SourceMetadata filterMetadata() {
        return metadata().filtered(id());
    }

    /** Returns this document with a title. */
    default SourceDocument withTitle(String newTitle) {
        return new SourceDocumentRecord(
                id(), newTitle, text(), statements(), metadata(), sections(), tables(), ocrSpans());
    }

    /** Returns this document with other metadata. */
    default SourceDocument withMetadata(SourceMetadata newMetadata) {
        return new SourceDocumentRecord(
                id(), title(), text(), statements(), newMetadata, sections(), tables(), ocrSpans());
    }

    /** Returns this document with statements; if it has any, it is not split or extracted from. */
    default SourceDocument withStatements(List<Statement> newStatements) {
        return new SourceDocumentRecord(
                id(), title(), text(), newStatements, metadata(), sections(), tables(), ocrSpans());
    }

    /**
     * Returns this document with its pages and headings.
     *
     * @throws IllegalArgumentException if they are out of order or exceed the text
     */
    default SourceDocument withSections(List<Section> newSections) {
        return new SourceDocumentRecord(
                id(), title(), text(), statements(), metadata(), newSections, tables(), ocrSpans());
    }

    /**
     * Returns this document with the tables of its text.
     *
     * @throws IllegalArgumentException if they are out of order, overlap or exceed the text
     */
    default SourceDocument withTables(List<Table> newTables) {
        return new SourceDocumentRecord(
                id(), title(), text(), statements(), metadata(), sections(), newTables, ocrSpans());
    }

    /**
     * Returns this document with the parts of its text that were read from pictures.
     *
     * @throws IllegalArgumentException if they are out of order, overlap or exceed the text
     */
    default SourceDocument withOcrSpans(List<OcrSpan> newSpans) {
        return new SourceDocumentRecord(
                id(), title(), text(), statements(), metadata(), sections(), tables(), newSpans);
    }
}

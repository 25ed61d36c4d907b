package dev.tern.graph;

import dev.tern.text.TextTruncation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A part of one document: the record from which entities and relations can be rebuilt.
 *
 * @param id {@link ContentId#ofPassage(String, String)}; for a repeated text, also of its heading
 * @param ordinal its index in the document, from 0
 * @param title the document's title, or empty
 * @param text its text, never blank
 * @param statements the statements it makes under the naming rules of its graph, distinct by
 *     {@linkplain Statement#relationKey relation key}
 * @param metadata the document's metadata, and the OCR quality ({@link OcrSpan})
 * @param position its position in the document
 * @param extraction the progress of its extraction
 */
public record Passage(
        String id,
        String documentId,
        int ordinal,
        String title,
        String text,
        List<Statement> statements,
        SourceMetadata metadata,
        Position position,
        Extraction extraction) {
    private static final int MAX_CHARACTERS_SHOWN = 200;

    /** The metadata name of the source of a document. */
    public static final String SOURCE = SourceMetadata.SOURCE;

    /** The name by which every passage can be filtered by its {@link #source}. */
    public static final String FILTERED_SOURCE = SourceMetadata.FILTERED_SOURCE;

    /** The name by which passages with statements changed by naming rules can be filtered. */
    public static final String RENAMED = "tern.renamed";

    /** The metadata name that excludes a passage from all answers. */
    public static final String HIDDEN = "tern.hidden";

    /** Copies the list. Only the factory methods drop duplicates, so this constructor is fast. */
    public Passage {
        if (ordinal < 0) {
            throw new IllegalArgumentException("a passage's ordinal is " + ordinal + "; the first is 0");
        }
        statements = List.copyOf(statements);
    }

    /** Returns the passage of a whole document, or of a part whose position is unknown. */
    public static Passage of(SourceDocument document, int ordinal, String text, List<Statement> statements) {
        return of(document, ordinal, text, Position.ofDocument(text), statements, Extraction.GIVEN);
    }

    /**
     * Returns the passage at a position of a document; the id is made from the document's id and
     * the text. Duplicate statements are dropped.
     */
    public static Passage of(
            SourceDocument document,
            int ordinal,
            String text,
            Position place,
            List<Statement> statements,
            Extraction extraction) {
        return new Passage(
                ContentId.ofPassage(document.id(), text),
                document.id(),
                ordinal,
                document.title(),
                text,
                distinct(statements),
                document.metadata(),
                place,
                extraction);
    }

    /** Returns this passage with the id for a text that also occurs earlier in its document. */
    public Passage asRepetition() {
        return withId(ContentId.ofPassage(documentId, text, position.heading()));
    }

    /** Returns true if the id is made from the content, also as by {@link #asRepetition}. */
    public boolean hasIdOfItsContent() {
        return id.equals(ContentId.ofPassage(documentId, text))
                || id.equals(asRepetition().id());
    }

    /** Returns this passage with another id. */
    public Passage withId(String newId) {
        return new Passage(newId, documentId, ordinal, title, text, statements, metadata, position, extraction);
    }

    /** Returns this passage with another extraction and other statements, without duplicates. */
    public Passage with(List<Statement> newStatements, Extraction newExtraction) {
        return new Passage(
                id, documentId, ordinal, title, text, distinct(newStatements), metadata, position, newExtraction);
    }

    /** Returns the statements as extracted, before any naming rule. */
    public List<Statement> extractedStatements() {
        return extraction.found().isEmpty() ? statements : extraction.found();
    }

    /** Returns this passage with the statements that result from applying naming rules. */
    public Passage withStatements(List<Statement> named) {
        List<Statement> found = extractedStatements();
        return with(named, extraction.withFound(named.equals(found) ? List.of() : found));
    }

    /**
     * Returns this passage for a graph without rules: with its current statements as the extracted
     * ones, and not hidden.
     */
    public Passage withoutRules() {
        return with(statements, extraction.withFound(List.of())).withMetadata(metadata.without(HIDDEN));
    }

    /** Returns this passage with another text under the same id. */
    public Passage withText(String newText) {
        return new Passage(id, documentId, ordinal, title, newText, statements, metadata, position, extraction);
    }

    /** Returns this passage with other metadata. */
    public Passage withMetadata(SourceMetadata newMetadata) {
        return new Passage(id, documentId, ordinal, title, text, statements, newMetadata, position, extraction);
    }

    /** Returns this passage with another extraction, and statements added to the extracted ones. */
    public Passage withExtraction(List<Statement> found, Extraction newExtraction) {
        List<Statement> all = new ArrayList<>(extractedStatements());
        all.addAll(found);
        return with(all, newExtraction);
    }

    private static List<Statement> distinct(List<Statement> statements) {
        Map<List<String>, Statement> bySaying = new LinkedHashMap<>();
        for (Statement statement : statements) {
            bySaying.putIfAbsent(statement.normalised(), statement);
        }
        return List.copyOf(bySaying.values());
    }

    /**
     * Returns the source: the metadata value {@value #SOURCE}, such as the address of a page or the
     * path of a file, if it is a string; otherwise the document's id.
     */
    public String source() {
        return metadata.source(documentId);
    }

    /**
     * Returns the values by which this passage is filtered: the metadata, its {@link #source} as
     * {@value #FILTERED_SOURCE}, and {@value #RENAMED} if naming rules changed its statements.
     */
    public SourceMetadata filterMetadata() {
        SourceMetadata filtered = metadata.filtered(documentId);
        return extraction.found().isEmpty() ? filtered : filtered.with(RENAMED, true);
    }

    /** Returns the text to embed: title and headings, on lines of their own, and the text. */
    public String textToEmbed() {
        return line(title) + line(position.heading()) + text;
    }

    /** Returns document, page and first words, as in "euler.pdf, p. 3: Euler lived in Basel.". */
    @Override
    public String toString() {
        String at = position.page() == 0 ? "" : ", p. " + position.pages();
        return documentId + at + ": " + TextTruncation.withEllipsis(text.replace('\n', ' '), MAX_CHARACTERS_SHOWN);
    }

    private static String line(String content) {
        return content.isEmpty() ? "" : content + "\n";
    }
}

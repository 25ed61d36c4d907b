package dev.tern.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A piece of one document: the record of truth from which entities and relations can always be rebuilt.
 *
 * @param id {@link ContentId#ofPassage(String, String)}, or for {@linkplain #repeated repeated} text that with its heading
 * @param documentId the document that it belongs to
 * @param ordinal its place in the document, from 0
 * @param title the document's title, or empty
 * @param text what it says, never blank
 * @param statements the statements it makes under the naming rules of its graph, distinct by
 *     {@linkplain Statement#relationKey relation key}
 * @param metadata the document's metadata, and how well it was read where that was in a picture ({@link OcrSpan})
 * @param place where it stands in the document
 * @param extraction how far its statements are
 */
public record Passage(
        String id,
        String documentId,
        int ordinal,
        String title,
        String text,
        List<Statement> statements,
        Metadata metadata,
        Place place,
        Extraction extraction) {
    /** The name in the metadata under which stands where a document comes from. */
    public static final String SOURCE = Metadata.SOURCE;

    /** The name under which every passage can be filtered by its {@link #source}. */
    public static final String FILTERED_SOURCE = Metadata.FILTERED_SOURCE;

    /**
     * The name under which every passage can be filtered whose statements naming rules have
     * changed.
     */
    public static final String RENAMED = "tern.renamed";

    /** The name in the metadata of a passage that answers no question. */
    public static final String HIDDEN = "tern.hidden";

    /** Copies; that the statements are distinct is left to {@link #of}, for stores read thousands of passages a second. */
    public Passage {
        if (ordinal < 0) {
            throw new IllegalArgumentException("a passage's ordinal is " + ordinal + "; it starts at 0");
        }
        statements = List.copyOf(statements);
    }

    /**
     * The passage that is the whole text of a document, or a part of it whose place does not matter, with the statements
     * that came with it.
     */
    public static Passage of(Document document, int ordinal, String text, List<Statement> statements) {
        return of(document, ordinal, text, Place.whole(text), statements, Extraction.GIVEN);
    }

    /**
     * The passage at a place of a document, with the id that its document and its text give it. A statement that says the same as an
     * earlier one is dropped.
     */
    public static Passage of(
            Document document,
            int ordinal,
            String text,
            Place place,
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

    /** This passage as one whose text stands in its document before, under another heading. */
    public Passage repeated() {
        return withId(ContentId.ofPassage(documentId, text, place.heading()));
    }

    /** Whether its id is one that its content gives it, alone or as {@linkplain #repeated repeated}. */
    public boolean hasIdOfItsContent() {
        return id.equals(ContentId.ofPassage(documentId, text))
                || id.equals(repeated().id());
    }

    /** This passage with another id. */
    public Passage withId(String newId) {
        return new Passage(newId, documentId, ordinal, title, text, statements, metadata, place, extraction);
    }

    /** This passage with other statements, of which one that says the same as an earlier one is dropped. */
    public Passage with(List<Statement> newStatements, Extraction newExtraction) {
        return new Passage(
                id, documentId, ordinal, title, text, distinct(newStatements), metadata, place, newExtraction);
    }

    /** The statements as they were found, before any naming rule. */
    public List<Statement> found() {
        return extraction.found().isEmpty() ? statements : extraction.found();
    }

    /** This passage with what naming rules make of the statements that were found. */
    public Passage stating(List<Statement> named) {
        List<Statement> found = found();
        return with(named, extraction.withFound(named.equals(found) ? List.of() : found));
    }

    /**
     * This passage with its statements as if they had been found so, for a graph that has no naming
     * rules.
     */
    public Passage withoutRules() {
        return with(statements, extraction.withFound(List.of())).withMetadata(metadata.without(HIDDEN));
    }

    /** This passage with other metadata. */
    public Passage withMetadata(Metadata newMetadata) {
        return new Passage(id, documentId, ordinal, title, text, statements, newMetadata, place, extraction);
    }

    /**
     * This passage with what an extractor found, beside what it stated before: what rows of tables state is known without
     * one.
     */
    public Passage withFound(List<Statement> found, Extraction newExtraction) {
        List<Statement> all = new ArrayList<>(found());
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
     * Where it comes from, as far as anybody said: the {@value #SOURCE} of the metadata, which is the address of a page or the
     * path of a file, or where that is no string the document.
     */
    public String source() {
        return metadata.source(documentId);
    }

    /**
     * The values that it is filtered by: the metadata, and as {@value #FILTERED_SOURCE} its
     * {@link #source}, whatever they say; and that it is {@value #RENAMED}, if it is.
     */
    public Metadata filtered() {
        Metadata filtered = metadata.filtered(documentId);
        return extraction.found().isEmpty() ? filtered : filtered.with(RENAMED, true);
    }

    /** What is embedded for this passage: the title, and the headings over it, each on a line of its own, then the text. */
    public String textToEmbed() {
        StringBuilder embedded = new StringBuilder();
        for (String line : List.of(title, place.heading())) {
            if (!line.isEmpty()) {
                embedded.append(line).append('\n');
            }
        }
        return embedded.append(text).toString();
    }
}

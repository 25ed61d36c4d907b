package dev.tern.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A piece of one document: the record of truth from which entities and relations can always be rebuilt.
 *
 * @param id {@link ContentId#ofPassage}
 * @param documentId the document that it belongs to
 * @param ordinal its place in the document, from 0
 * @param title the document's title or the heading path, or empty
 * @param text what it says, never blank
 * @param statements the statements it makes, distinct by {@linkplain Statement#relationKey relation key}
 * @param metadata the document's metadata
 */
public record Passage(
        String id,
        String documentId,
        int ordinal,
        String title,
        String text,
        List<Statement> statements,
        Map<String, String> metadata) {
    /** Copies; that the statements are distinct is left to {@link #of}, for stores read thousands of passages a second. */
    public Passage {
        if (ordinal < 0) {
            throw new IllegalArgumentException("a passage's ordinal is " + ordinal + "; it starts at 0");
        }
        statements = List.copyOf(statements);
        metadata = Map.copyOf(metadata);
    }

    /**
     * The passage at a place of a document, with the id that its content gives it. A statement that says the same as an
     * earlier one is dropped.
     */
    public static Passage of(Document document, int ordinal, String text, List<Statement> statements) {
        Map<String, Statement> byKey = new LinkedHashMap<>();
        for (Statement statement : statements) {
            byKey.putIfAbsent(statement.relationKey(), statement);
        }
        return new Passage(
                ContentId.ofPassage(document.id(), text),
                document.id(),
                ordinal,
                document.title(),
                text,
                List.copyOf(byKey.values()),
                document.metadata());
    }

    /** What is embedded for this passage: the title on a line of its own, if there is one, then the text. */
    public String textToEmbed() {
        return title.isEmpty() ? text : title + "\n" + text;
    }
}

package dev.tern.server.api;

import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataJson;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Statement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A passage with its statements, metadata and extraction state.
 *
 * @param source the URL of a page, the path of a file, or otherwise the document's id
 * @param ordinal the position in the document, from 0
 * @param title the title, or empty
 * @param heading the headings over the passage, or empty
 * @param page the page on which the passage starts; null if the document has no pages
 * @param start the offset of the first character in the document's text (UTF-16 units, from 0)
 * @param end the offset after the last character
 * @param metadata the document's metadata, and the OCR quality, as strings, numbers, booleans and
 *     {@code {"instant": "..."}}
 * @param reason the reason of a failed extraction, or empty
 */
record PassageJson(
        String id,
        String documentId,
        String source,
        int ordinal,
        String title,
        String heading,
        @Nullable Integer page,
        int start,
        int end,
        String text,
        List<StatementJson> statements,
        Map<String, Object> metadata,
        Extraction.State state,
        String reason) {
    /**
     * A statement of the passage.
     *
     * @param key the key of its relation
     * @param text the statement in words
     * @param entities the names of its entities
     */
    record StatementJson(String key, String text, List<String> entities) {
        static StatementJson of(Statement statement) {
            return new StatementJson(statement.relationKey(), statement.text(), statement.entities());
        }
    }

    static PassageJson of(Passage passage) {
        Position place = passage.position();
        return new PassageJson(
                passage.id(),
                passage.documentId(),
                passage.source(),
                passage.ordinal(),
                passage.title(),
                place.heading(),
                place.page() == 0 ? null : place.page(),
                place.start(),
                place.end(),
                passage.text(),
                passage.statements().stream().map(StatementJson::of).toList(),
                MetadataJson.values(passage.metadata()),
                passage.extraction().state(),
                passage.extraction().shownReason());
    }
}

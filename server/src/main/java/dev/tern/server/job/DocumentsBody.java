package dev.tern.server.job;

import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.IntakeSource;
import dev.tern.server.json.MetadataValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a request.
 *
 * @param documents at least one
 */
public record DocumentsBody(List<DocumentBody> documents) {
    /**
     * A document of a request.
     *
     * @param id the sender's id; a document with the same id in the graph is replaced
     * @param title the title; null for none
     * @param metadata any metadata by name: strings, numbers, booleans and {@code {"instant":
     *     "..."}}
     * @param triplets the statements of the text, as [subject, predicate, object]
     * @param statements the statements of the text, as sentences with their entities
     */
    public record DocumentBody(
            String id,
            @Nullable String title,
            String text,
            @Nullable Map<String, Object> metadata,
            @Nullable List<List<String>> triplets,
            @Nullable List<StatementBody> statements) {}

    /**
     * A statement of a sent document.
     *
     * @param text the statement in words
     */
    public record StatementBody(String text, List<String> entities) {}

    /**
     * Validates the documents and returns them.
     *
     * @throws Problem if there is none, or one is invalid
     */
    public List<IntakeSource> sources() {
        if (documents.isEmpty()) {
            throw Problem.badRequest("\"documents\" is empty; there must be at least one");
        }
        List<IntakeSource> sources = new ArrayList<>(documents.size());
        for (int i = 0; i < documents.size(); i++) {
            try {
                sources.add(new IntakeSource.SentDocument(document(documents.get(i))));
            } catch (IllegalArgumentException e) {
                throw Problem.badRequest("documents[" + i + "]: " + e.getMessage());
            }
        }
        return sources;
    }

    private static SourceDocument document(DocumentBody body) {
        List<Statement> statements = new ArrayList<>();
        for (List<String> triplet : body.triplets() == null ? List.<List<String>>of() : body.triplets()) {
            if (triplet.size() != 3) {
                throw new IllegalArgumentException("a triplet is [subject, predicate, object]");
            }
            statements.add(Statement.of(triplet.get(0), triplet.get(1), triplet.get(2)));
        }
        for (StatementBody statement : body.statements() == null ? List.<StatementBody>of() : body.statements()) {
            statements.add(new Statement(statement.text(), statement.entities()));
        }
        SourceMetadata metadata =
                body.metadata() == null ? SourceMetadata.EMPTY : MetadataValues.metadata(body.metadata());
        return SourceDocument.of(body.id(), body.text())
                .withTitle(body.title() == null ? "" : body.title())
                .withStatements(statements)
                .withMetadata(metadata);
    }
}

package dev.tern;

import dev.tern.edit.EditWriter;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.Ingestion;
import dev.tern.note.Notes;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Writes the edits of a graph through its ingestion. Thread-safe.
 *
 * @param adding adds a document to the graph
 */
record RagEditWriter(Function<SourceDocument, IngestReport> adding, Ingestion ingestion) implements EditWriter {
    @Override
    public void add(SourceDocument document) {
        if (adding.apply(document).stoppedByBudget()) {
            throw TernException.budget("the budget for models is spent; nothing was added");
        }
    }

    @Override
    public void remove(String documentId) {
        ingestion.remove(() -> List.of(documentId));
    }

    @Override
    public void changeNotes(UnaryOperator<Notes> change) {
        ingestion.changeNotes(change);
    }

    @Override
    public void rewrite(Collection<String> passageIds) {
        ingestion.rewrite(passageIds);
    }
}

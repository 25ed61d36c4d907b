package dev.tern.curation;

import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.note.Notes;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/** Writes the edits of a graph through its ingestion. Thread-safe. */
record IngestionEditWriter(Ingestion ingestion) implements EditWriter {
    @Override
    public void add(SourceDocument document) {
        if (ingestion.ingest(List.of(document), IngestListener.NONE).stoppedByBudget()) {
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

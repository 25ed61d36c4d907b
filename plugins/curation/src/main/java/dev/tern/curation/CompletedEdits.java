package dev.tern.curation;

import dev.tern.ingest.Ingestion;
import dev.tern.ingest.PendingEdits;
import dev.tern.store.GraphStore;

/** Applies pending edits before documents are added to a graph. */
public final class CompletedEdits implements PendingEdits {
    @Override
    public void apply(GraphStore graph, Ingestion ingestion) {
        new Edits(graph, new IngestionEditWriter(ingestion)).applyPending();
    }
}

package dev.tern.curation;

import dev.tern.GraphRag;

/** Entry point for corrections of a whole graph by people, see {@link Edits}. Thread-safe. */
public final class Curation {
    private final Edits edits;

    private Curation(Edits edits) {
        this.edits = edits;
    }

    /**
     * Returns the curation of the graph of a {@link GraphRag}.
     *
     * @throws dev.tern.error.TernException if the {@link GraphRag} has a scope
     */
    public static Curation of(GraphRag rag) {
        return new Curation(new Edits(rag.store("editing"), new IngestionEditWriter(rag.ingestion("editing"))));
    }

    /** Returns the object that makes, lists and undoes the edits of the graph. */
    public Edits edits() {
        return edits;
    }
}

package dev.tern.ingest;

import dev.tern.ingest.extract.ExtractionEstimate;

/** The values of an {@link IngestEstimate}. */
record IngestEstimateRecord(
        long documents, long passages, long knownPassages, ExtractionEstimate extraction, ExtractionEstimate embedding)
        implements IngestEstimate {
    /** Returns the numbers of documents, passages and calls of models. */
    @Override
    public String toString() {
        return documents + " documents, " + passages + " passages (" + knownPassages + " known), " + extraction.calls()
                + " calls of the chat model, " + embedding.calls() + " of the embedding model";
    }
}

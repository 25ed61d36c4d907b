package dev.tern.ingest;

/**
 * Hears how an ingestion goes on; called from the thread that ingests, often, so it should return quickly. It may add and remove
 * documents, or wait for another thread that does.
 */
@FunctionalInterface
public interface IngestListener {
    /** A listener that ignores what it hears. */
    IngestListener NONE = report -> {};

    /**
     * Called after every batch of embeddings, and soon after every batch that was stored.
     *
     * @param soFar the report as it would be if the ingestion ended here; {@code documents} counts stored documents
     */
    void progress(IngestReport soFar);
}

package dev.tern.ingest;

/**
 * A listener for the progress of an ingestion. The listener is called often, on the ingesting
 * thread, so it should return quickly. It may add and remove documents, or wait for another thread
 * that does so.
 */
@FunctionalInterface
public interface IngestListener {
    /** A listener that does nothing. */
    IngestListener NONE = report -> {};

    /**
     * Called after every batch of embeddings, and soon after every batch that was stored.
     *
     * @param soFar the report at this point
     */
    void progress(IngestReport soFar);
}

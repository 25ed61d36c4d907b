package dev.tern.ingest;

/**
 * What an ingestion did.
 *
 * @param documents documents seen
 * @param unchanged documents that the graph already had, as they are
 * @param passages passages written
 * @param removedPassages passages of these documents that are no longer in them
 * @param statements statements of the written passages
 * @param embeddedTexts distinct texts that were embedded
 * @param embeddingMillis time spent waiting for the embedding model, in milliseconds
 * @param millis time on the clock from start to end, in milliseconds
 */
public record IngestReport(
        long documents,
        long unchanged,
        long passages,
        long removedPassages,
        long statements,
        long embeddedTexts,
        double embeddingMillis,
        double millis) {}

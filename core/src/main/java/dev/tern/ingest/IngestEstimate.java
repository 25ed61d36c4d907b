package dev.tern.ingest;

import dev.tern.ingest.extract.Estimate;

/**
 * What an ingestion is expected to ask of models.
 *
 * @param documents documents read
 * @param passages passages that they are cut into
 * @param knownPassages those of them that the graph has with all their statements, for which nothing is asked
 * @param extraction what is asked of the chat model
 * @param embedding what is asked of the embedding model; a text that occurs in several documents counts for each
 */
public record IngestEstimate(
        long documents, long passages, long knownPassages, Estimate extraction, Estimate embedding) {}

package dev.tern.ingest;

import dev.tern.ingest.extract.ExtractionEstimate;

/**
 * The expected model calls of an ingestion. Created by Tern only: its accessors are API, its
 * constructor is not.
 *
 * @param documents documents read
 * @param passages passages of these documents
 * @param knownPassages passages that the graph has with all their statements; they cost nothing
 * @param extraction the calls of the chat model
 * @param embedding the calls of the embedding model; a text is counted as often as it occurs
 */
public record IngestEstimate(
        long documents,
        long passages,
        long knownPassages,
        ExtractionEstimate extraction,
        ExtractionEstimate embedding) {}

package dev.tern.ingest;

import dev.tern.ingest.extract.ExtractionEstimate;

/**
 * The expected model calls of an ingestion. Only Tern implements it: later versions can add values.
 */
public sealed interface IngestEstimate permits IngestEstimateRecord {
    /** Returns the number of documents read. */
    long documents();

    /** Returns the number of passages of these documents. */
    long passages();

    /** Returns the number of passages whose statements the graph has already; they cost nothing. */
    long knownPassages();

    /** Returns the expected calls of the chat model. */
    ExtractionEstimate extraction();

    /** Returns the expected embedding calls; a text counts once for each passage with it. */
    ExtractionEstimate embedding();
}

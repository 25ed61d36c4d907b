package dev.tern.ingest;

import dev.tern.ingest.extract.ExtractionEstimate;

/** The values of an {@link IngestEstimate}. */
record IngestEstimateRecord(
        long documents, long passages, long knownPassages, ExtractionEstimate extraction, ExtractionEstimate embedding)
        implements IngestEstimate {}

package dev.tern.ingest;

/** The result of an ingestion. Only Tern implements it: later versions can add values. */
public sealed interface IngestReport permits IngestReportRecord {
    /** The report of an ingestion that did nothing. */
    IngestReport EMPTY = of(0, 0, 0, 0, 0, 0, false, 0);

    /** Returns the report of other work that changes a graph, such as a removal. */
    static IngestReport of(
            long documents,
            long passages,
            long removedPassages,
            long failed,
            long waiting,
            long unstored,
            boolean stoppedByBudget,
            double millis) {
        return new IngestReportRecord(
                documents,
                0,
                passages,
                removedPassages,
                0,
                0,
                failed,
                waiting,
                unstored,
                0,
                stoppedByBudget,
                0,
                millis);
    }

    /** Returns the documents whose passages are all stored, including unchanged ones. */
    long documents();

    /** Returns the documents that the graph had already, with the same content. */
    long unchanged();

    /** Returns the passages written. */
    long passages();

    /** Returns the earlier passages of these documents that were removed. */
    long removedPassages();

    /** Returns the statements of the written passages. */
    long statements();

    /** Returns the passages whose statements were extracted. */
    long extracted();

    /** Returns the passages whose extraction failed; their words and names can be found. */
    long failed();

    /** Returns the stored passages of this ingestion that wait for extraction. */
    long waiting();

    /**
     * Returns the passages that were read but not stored yet; with {@link #passages} the total of a
     * progress bar, which grows while documents are read.
     */
    long unstored();

    /** Returns the texts that were embedded; equal texts of a batch count once. */
    long embeddedTexts();

    /** Returns true if the ingestion ended early because the budget for models was spent. */
    boolean stoppedByBudget();

    /** Returns the time spent waiting for the embedding model, in milliseconds. */
    double embeddingMillis();

    /** Returns the wall-clock time, in milliseconds. */
    double millis();
}

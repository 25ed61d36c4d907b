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

    /** Returns the number of documents whose passages are all stored, including unchanged ones. */
    long documents();

    /** Returns the number of documents that the graph already had with the same content. */
    long unchanged();

    /** Returns the number of passages written. */
    long passages();

    /** Returns the number of earlier passages of these documents that were removed. */
    long removedPassages();

    /** Returns the number of statements of the written passages. */
    long statements();

    /** Returns the number of passages extracted after they were stored, as by a model. */
    long extracted();

    /** Returns the number of passages whose extraction failed; questions still find their texts. */
    long failed();

    /** Returns the number of stored passages of this ingestion that wait for extraction. */
    long waiting();

    /**
     * Returns the number of passages that were read but not stored yet. Together with {@link
     * #passages}, it is the total of a progress bar, which grows while documents are read.
     */
    long unstored();

    /** Returns the number of embedded texts; equal texts of a batch count once. */
    long embeddedTexts();

    /** Returns true if the ingestion ended early because the budget for models was spent. */
    boolean stoppedByBudget();

    /** Returns the time spent waiting for the embedding model, in milliseconds. */
    double embeddingMillis();

    /** Returns the wall-clock time, in milliseconds. */
    double millis();
}

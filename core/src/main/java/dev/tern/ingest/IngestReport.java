package dev.tern.ingest;

/**
 * The result of an ingestion.
 *
 * @param documents documents seen
 * @param unchanged documents that the graph already had, unchanged
 * @param passages passages written
 * @param removedPassages old passages of these documents that were removed
 * @param statements statements of the written passages
 * @param extracted passages whose statements were extracted
 * @param failed passages whose extraction failed; they can be found by their words and names
 * @param waiting passages in the graph that wait for extraction
 * @param unstored passages read but not stored yet; together with {@code passages} the total for a
 *     progress bar, which grows while documents are read
 * @param embeddedTexts distinct texts that were embedded
 * @param embeddingMillis time spent waiting for the embedding model, in milliseconds
 * @param spent true if it ended early because the budget for models is spent
 * @param millis wall-clock time, in milliseconds
 */
public record IngestReport(
        long documents,
        long unchanged,
        long passages,
        long removedPassages,
        long statements,
        long extracted,
        long failed,
        long waiting,
        long unstored,
        long embeddedTexts,
        boolean spent,
        double embeddingMillis,
        double millis) {
    /** The report of an ingestion that did nothing. */
    public static final IngestReport EMPTY = new IngestReport(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0);
}

package dev.tern.ingest;

/**
 * What an ingestion did.
 *
 * @param documents documents seen
 * @param unchanged documents that the graph already had, as they are
 * @param passages passages written
 * @param removedPassages passages of these documents that are no longer in them
 * @param statements statements of the written passages
 * @param extracted passages whose statements a model found
 * @param failed passages whose statements could not be found; they are in the graph, found by their words and names
 * @param waiting passages that are in the graph and whose statements are still to be found
 * @param unstored passages of the documents read so far that are on their way into the graph: with {@code passages} the end of a
 *     bar, which moves on while documents are read
 * @param embeddedTexts distinct texts that were embedded
 * @param embeddingMillis time spent waiting for the embedding model, in milliseconds
 * @param spent whether it ended early because what may be spent on models is spent
 * @param millis time on the clock from start to end, in milliseconds
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
    public static final IngestReport NOTHING = new IngestReport(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0);
}

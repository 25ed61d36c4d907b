package dev.tern.ingest;

import java.util.Locale;

/**
 * The result of an ingestion. Created by Tern only: its accessors are API, its constructor is not.
 *
 * @param documents documents whose passages are all stored, including unchanged ones
 * @param unchanged documents that the graph had already, with the same content
 * @param passages passages written
 * @param removedPassages earlier passages of these documents that were removed
 * @param statements statements of the written passages
 * @param extracted passages whose statements were extracted
 * @param failed passages whose extraction failed; they can be found by their words and names
 * @param waiting stored passages of this ingestion that wait for extraction
 * @param unstored passages that were read but not stored yet; with {@code passages} the total of a
 *     progress bar, which grows while documents are read
 * @param embeddedTexts texts that were embedded; a text that occurs several times in a batch counts
 *     once
 * @param embeddingMillis time spent waiting for the embedding model, in milliseconds
 * @param spent true if the ingestion ended early because the budget for models was spent
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

    /** Returns what was added, as in "3 documents (1 unchanged), 12 passages, 30 statements". */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d documents (%,d unchanged), %,d passages, %,d statements%s%s%s",
                documents,
                unchanged,
                passages,
                statements,
                failed == 0 ? "" : String.format(Locale.ROOT, ", %,d failed", failed),
                waiting == 0 ? "" : String.format(Locale.ROOT, ", %,d waiting", waiting),
                spent ? ", budget spent" : "");
    }
}

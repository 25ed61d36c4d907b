package dev.tern.transfer.verify;

/**
 * The figures of a run of {@link Reindex}. Created by Tern only: its accessors are API, its
 * constructor is not.
 *
 * @param passages the number of passages written again
 * @param removedRows the number of rows removed because no passage states or names them, and of
 *     passages with wrong ids
 * @param embeddedTexts the number of texts embedded anew; see {@link Reindex} for the reasons
 * @param millis elapsed time in milliseconds
 */
public record ReindexReport(long passages, long removedRows, long embeddedTexts, double millis) {
    /** Returns the numbers of passages, rows and texts. */
    @Override
    public String toString() {
        return passages + " passages written, " + removedRows + " rows removed, " + embeddedTexts + " texts embedded";
    }
}

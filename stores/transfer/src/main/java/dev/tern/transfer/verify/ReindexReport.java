package dev.tern.transfer.verify;

/**
 * The figures of a run of {@link Reindex}.
 *
 * @param passages passages written again
 * @param removedRows rows removed because no passage states or names them, and passages with wrong
 *     ids
 * @param embeddedTexts texts that were embedded, since the graph had no valid vector of them
 * @param millis elapsed time in milliseconds
 */
public record ReindexReport(long passages, long removedRows, long embeddedTexts, double millis) {}

package dev.tern.transfer.verify;

/**
 * The figures of a run of {@link Reindex}.
 *
 * @param passages passages written again
 * @param removedRows rows removed because no passage states or names them, and passages with wrong
 *     ids
 * @param embeddedTexts texts whose vectors the graph did not have
 * @param millis elapsed time in milliseconds
 */
public record ReindexReport(long passages, long removedRows, long embeddedTexts, double millis) {}

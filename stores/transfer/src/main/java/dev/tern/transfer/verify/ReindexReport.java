package dev.tern.transfer.verify;

/**
 * The figures of a run of {@link Reindex}.
 *
 * @param passages passages written again, with everything that they state
 * @param removedRows rows removed that no passage states or names
 * @param embeddedTexts texts whose vectors the graph did not have
 * @param millis time on the clock
 */
public record ReindexReport(long passages, long removedRows, long embeddedTexts, double millis) {}

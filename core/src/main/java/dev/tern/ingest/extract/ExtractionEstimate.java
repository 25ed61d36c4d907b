package dev.tern.ingest.extract;

/**
 * The expected model calls of an extraction.
 *
 * @param calls number of calls
 * @param inputTokens tokens sent
 * @param outputTokens tokens received
 */
public record ExtractionEstimate(long calls, long inputTokens, long outputTokens) {
    /** An estimate without model calls. */
    public static final ExtractionEstimate ZERO = new ExtractionEstimate(0, 0, 0);

    /** Returns the sum of this and another estimate. */
    public ExtractionEstimate plus(ExtractionEstimate other) {
        return new ExtractionEstimate(
                calls + other.calls, inputTokens + other.inputTokens, outputTokens + other.outputTokens);
    }
}

package dev.tern.ingest.extract;

/**
 * The expected model calls of an extraction.
 *
 * @param calls number of calls
 * @param inputTokens tokens sent
 * @param outputTokens tokens received
 */
public record Estimate(long calls, long inputTokens, long outputTokens) {
    /** An estimate without model calls. */
    public static final Estimate NOTHING = new Estimate(0, 0, 0);

    /** Returns the sum of this and another estimate. */
    public Estimate plus(Estimate other) {
        return new Estimate(calls + other.calls, inputTokens + other.inputTokens, outputTokens + other.outputTokens);
    }
}

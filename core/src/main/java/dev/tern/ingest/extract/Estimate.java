package dev.tern.ingest.extract;

/**
 * What an extraction is expected to ask of a model, in tokens.
 *
 * @param calls how many calls
 * @param inputTokens tokens sent
 * @param outputTokens tokens received
 */
public record Estimate(long calls, long inputTokens, long outputTokens) {
    /** No model is asked. */
    public static final Estimate NOTHING = new Estimate(0, 0, 0);

    /** This and another together. */
    public Estimate plus(Estimate other) {
        return new Estimate(calls + other.calls, inputTokens + other.inputTokens, outputTokens + other.outputTokens);
    }
}

package dev.tern.model;

/**
 * Counts the tokens of a text as a model does, without special tokens. Thread-safe.
 *
 * <p>A text has at most as many tokens as its parts together, so a sum over parts respects a limit.
 */
@FunctionalInterface
public interface TokenCounter {
    /** Returns the number of tokens of a text. */
    int count(String text);

    /** Returns a counter without a tokenizer, see {@link TokenEstimator#estimate}. */
    static TokenCounter estimated() {
        return TokenEstimator::estimate;
    }
}

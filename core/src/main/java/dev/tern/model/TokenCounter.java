package dev.tern.model;

/**
 * Counts the tokens of a text as a model does, without special tokens. Implementations are
 * thread-safe.
 *
 * <p>A text must not have more tokens than the sum over its parts, so that sums of parts can be
 * compared with a limit.
 */
@FunctionalInterface
public interface TokenCounter {
    /** Returns the number of tokens of a text. */
    int count(String text);

    /** Returns a counter that needs no tokenizer: {@link TokenEstimator#estimate}. */
    static TokenCounter estimated() {
        return TokenEstimator::estimate;
    }
}

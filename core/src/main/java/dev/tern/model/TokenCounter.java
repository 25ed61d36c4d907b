package dev.tern.model;

/**
 * Counts the tokens of a text as a model does, without the marks that the model puts around it. Thread-safe.
 *
 * <p>A text has at most as many tokens as its parts together: what is cut by adding up parts keeps a limit.
 */
@FunctionalInterface
public interface TokenCounter {
    /** The tokens of a text, 0 or more. */
    int count(String text);

    /** Counts without a tokenizer, see {@link Tokens#estimate}. */
    static TokenCounter estimated() {
        return Tokens::estimate;
    }
}

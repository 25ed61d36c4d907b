package dev.tern.ingest.split;

import dev.tern.model.TokenCounter;

/**
 * Measures ranges of a text in tokens.
 *
 * <p>A range has at least one token for each {@value #CHARACTERS_PER_TOKEN} characters, since a
 * word-piece tokenizer may turn a megabyte without spaces into a single token.
 */
record TokenMeasure(String text, TokenCounter counter) {
    /** About three times the number of characters of a token in a language with long words. */
    static final int CHARACTERS_PER_TOKEN = 16;

    int tokens(int start, int end) {
        return tokens(text.substring(start, end), counter);
    }

    /** Returns true if a range has at most a number of tokens; counts them only if needed. */
    boolean fits(int start, int end, int limit) {
        return (long) end - start <= (long) limit * CHARACTERS_PER_TOKEN && tokens(start, end) <= limit;
    }

    static int tokens(String text, TokenCounter counter) {
        return Math.max(counter.count(text), (text.length() + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN);
    }
}

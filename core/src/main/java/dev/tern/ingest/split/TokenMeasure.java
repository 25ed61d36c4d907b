package dev.tern.ingest.split;

import dev.tern.model.TokenCounter;

/**
 * Measures ranges of a text in tokens.
 *
 * <p>A token counts for at most {@value #CHARACTERS_A_TOKEN} characters: a word-piece tokenizer makes one token of a
 * megabyte without a space, and a model reads nothing out of it.
 */
record TokenMeasure(String text, TokenCounter counter) {
    /** Three times what the longest words of a language come to. */
    static final int CHARACTERS_A_TOKEN = 16;

    int tokens(int start, int end) {
        return tokens(text.substring(start, end), counter);
    }

    /** Whether a range has no more tokens than a limit; where it is plainly too long nothing is counted. */
    boolean fits(int start, int end, int limit) {
        return (long) end - start <= (long) limit * CHARACTERS_A_TOKEN && tokens(start, end) <= limit;
    }

    static int tokens(String text, TokenCounter counter) {
        return Math.max(counter.count(text), (text.length() + CHARACTERS_A_TOKEN - 1) / CHARACTERS_A_TOKEN);
    }
}

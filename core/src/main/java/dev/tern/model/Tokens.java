package dev.tern.model;

/** Estimates tokens without a tokenizer, for limits and budgets. */
public final class Tokens {
    private static final int LATIN_CHARACTERS_A_TOKEN = 4;

    private Tokens() {}

    /**
     * An estimate of the tokens of a text: four characters of an alphabet a token, one character a token where a
     * character is a word or a syllable.
     */
    public static int estimate(String text) {
        return (quarters(text) + LATIN_CHARACTERS_A_TOKEN - 1) / LATIN_CHARACTERS_A_TOKEN;
    }

    /** The same in quarters of a token, before it is rounded: those of the parts of a text add up to those of the text. */
    public static int quarters(String text) {
        int alphabetic = 0;
        int dense = 0;
        for (int i = 0; i < text.length(); i++) {
            // From the CJK radicals on: ideographs, kana, Hangul, and the halves of everything beyond the basic plane.
            if (text.charAt(i) >= '\u2e80') {
                dense++;
            } else {
                alphabetic++;
            }
        }
        return LATIN_CHARACTERS_A_TOKEN * dense + alphabetic;
    }
}

package dev.tern.model;

/** Estimates tokens without a tokenizer, for limits and budgets. */
public final class TokenEstimator {
    private static final int LATIN_CHARACTERS_PER_TOKEN = 4;

    private TokenEstimator() {}

    /**
     * Returns an estimate of the tokens of a text: one for each four characters in alphabetic
     * scripts, and one for each UTF-16 unit from U+2E80 on, as in Chinese, Japanese and Korean. The
     * sum is rounded up.
     */
    public static int estimate(String text) {
        return (quarters(text) + LATIN_CHARACTERS_PER_TOKEN - 1) / LATIN_CHARACTERS_PER_TOKEN;
    }

    /** Returns the estimate in quarters of a token; a text has the sum of its parts. */
    public static int quarters(String text) {
        int alphabetic = 0;
        int dense = 0;
        for (int i = 0; i < text.length(); i++) {
            // Ideographs, kana, Hangul and surrogates follow the CJK radicals at U+2E80.
            if (text.charAt(i) >= '\u2e80') {
                dense++;
            } else {
                alphabetic++;
            }
        }
        return LATIN_CHARACTERS_PER_TOKEN * dense + alphabetic;
    }
}

package dev.tern.store;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Splits texts into words for full-text search, in the same way for every store and script.
 *
 * <p>The text is normalised as names are ({@link EntityName}). A word is a run of letters and
 * digits with their marks, and {@code +} or {@code #} at its end ({@code c++}, {@code c#}). In
 * scripts that do not separate words by spaces, or attach particles to them (Han, Kana, Hangul,
 * Thai, Lao, Khmer, Myanmar), every pair of adjacent characters is a word; a single character
 * between other text is a word too. There are no stop words and no stemming, as both depend on the
 * language.
 */
public final class SearchWords {
    /** The maximum number of distinct words of a question; further words are ignored. */
    public static final int MAX_SEARCHED_WORDS = 1_000;

    /** The length in UTF-16 units at which a word, or a character with its marks, stops growing. */
    static final int MAX_WORD_LENGTH = 64;

    /** The mark of a long vowel in Kana, which Unicode assigns to no single script. */
    private static final int LONG_VOWEL = 0x30fc;

    private SearchWords() {}

    /** Returns the words of a text in their order, with repetitions. */
    public static List<String> of(String text) {
        return ofNormalised(EntityName.normalise(text));
    }

    /** Returns the words of a text that is {@linkplain EntityName#normalise normalised} already. */
    public static List<String> ofNormalised(String normalised) {
        WordCutter cutting = new WordCutter();
        for (int i = 0; i < normalised.length(); ) {
            int c = normalised.codePointAt(i);
            cutting.take(c);
            i += Character.charCount(c);
        }
        cutting.end();
        return cutting.words;
    }

    /** Returns the distinct words of a question in order, at most {@value #MAX_SEARCHED_WORDS}. */
    public static Set<String> ofQuestion(String question) {
        return of(question).stream()
                .distinct()
                .limit(MAX_SEARCHED_WORDS)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static final class WordCutter {
        private final List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        /** The characters, with their marks, of a run without spaces. */
        private final List<String> unspaced = new ArrayList<>();

        private boolean signed;

        void take(int c) {
            if (isMark(c)) {
                mark(c);
            } else if (!Character.isLetterOrDigit(c)) {
                sign(c);
            } else if (isUnspaced(c)) {
                endWord();
                unspaced.add(Character.toString(c));
            } else {
                endUnspaced();
                if (signed) {
                    endWord();
                }
                append(c);
            }
        }

        private void mark(int c) {
            if (!unspaced.isEmpty()) {
                String last = unspaced.getLast();
                if (last.length() < MAX_WORD_LENGTH) {
                    unspaced.set(unspaced.size() - 1, last + Character.toString(c));
                }
            } else if (!word.isEmpty()) {
                append(c);
            }
        }

        private void sign(int c) {
            if ((c == '+' || c == '#') && !word.isEmpty()) {
                signed = true;
                append(c);
            } else {
                end();
            }
        }

        private void append(int c) {
            if (word.length() < MAX_WORD_LENGTH) {
                word.appendCodePoint(c);
            }
        }

        void end() {
            endWord();
            endUnspaced();
        }

        private void endWord() {
            if (!word.isEmpty()) {
                words.add(word.toString());
                word.setLength(0);
            }
            signed = false;
        }

        private void endUnspaced() {
            if (unspaced.size() == 1) {
                words.add(unspaced.getFirst());
            }
            for (int i = 1; i < unspaced.size(); i++) {
                words.add(unspaced.get(i - 1) + unspaced.get(i));
            }
            unspaced.clear();
        }

        private static boolean isMark(int c) {
            return switch (Character.getType(c)) {
                case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
                default -> false;
            };
        }

        private static boolean isUnspaced(int c) {
            return c >= 0x0e00
                    && (c == LONG_VOWEL || UnicodeScript.of(c) == UnicodeScript.HANGUL || NameSpans.isUnspaced(c));
        }
    }
}

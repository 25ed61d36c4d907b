package dev.tern.text;

import java.util.Locale;
import java.util.Set;

/**
 * Decides if a full stop between words belongs to an abbreviation or ends a sentence.
 *
 * <p>A stop belongs to an abbreviation after a single letter (J. S. Bach), letters with stops
 * between them (e.g., U.S., т. е.), a short number, Roman numeral or letter that begins a sentence
 * (1. Introduction), a number before a German month (3. Mai), or a listed word. Such words precede
 * names and seldom end a sentence. The JDK never splits at a stop before a lower-case letter or a
 * digit, so "no", "p" and "etc" are not listed. "I." ends a sentence, as in "World War I.", unless
 * it begins the sentence or follows an initial.
 */
final class Abbreviations {
    private static final Set<String> WORDS = WordLists.of("abbreviations");
    private static final Set<String> GERMAN_MONTHS = WordLists.of("datedInGerman");
    private static final int MAX_LENGTH = 8;
    private static final int MAX_MARK_LENGTH = 4;

    private Abbreviations() {}

    /**
     * Returns true if a sentence continues after a full stop.
     *
     * @param start offset of the sentence
     * @param stop offset of the full stop
     * @param next offset of the next character that is no white space; {@code limit} if none
     * @param limit end of the paragraph, exclusive
     */
    static boolean goesOn(String text, int start, int stop, int next, int limit) {
        int word = wordBefore(text, start, stop);
        int length = stop - word;
        if (length == 0 || length > MAX_LENGTH) {
            return false;
        }
        boolean first = word == WhiteSpace.skip(text, start, word);
        if (first && length <= MAX_MARK_LENGTH && isMark(text, word, stop)) {
            return true;
        }
        char last = text.charAt(stop - 1);
        if (Character.isDigit(last)) {
            return length <= 2 && GERMAN_MONTHS.contains(word(text, next, limit));
        }
        if (length == 1) {
            return isCased(last) && (last != 'I' || first || followsInitial(text, start, word));
        }
        return isDotted(text, word, stop)
                || WORDS.contains(text.substring(word, stop).toLowerCase(Locale.ROOT));
    }

    /** Returns the start of the letters, digits and stops before a stop, at most nine of them. */
    private static int wordBefore(String text, int start, int stop) {
        int at = stop;
        while (at > start && stop - at <= MAX_LENGTH && (isWord(text.charAt(at - 1)) || text.charAt(at - 1) == '.')) {
            at--;
        }
        return at;
    }

    /** Returns true for a number, a Roman numeral below 40 or a letter, as before a list item. */
    private static boolean isMark(String text, int word, int stop) {
        boolean roman = true;
        boolean number = true;
        for (int at = word; at < stop; at++) {
            roman &= "ivxIVX".indexOf(text.charAt(at)) >= 0;
            number &= Character.isDigit(text.charAt(at)) || text.charAt(at) == '.';
        }
        return roman || number || stop - word == 1;
    }

    /** Returns true for single letters with full stops between them, such as "e.g" or "U.S". */
    private static boolean isDotted(String text, int word, int stop) {
        for (int at = word; at < stop; at++) {
            boolean letter = (stop - at) % 2 == 1;
            if (letter ? !isCased(text.charAt(at)) : text.charAt(at) != '.') {
                return false;
            }
        }
        return (stop - word) % 2 == 1;
    }

    private static boolean followsInitial(String text, int start, int word) {
        int before = WhiteSpace.skipBack(text, start, word);
        return before - 2 >= start
                && text.charAt(before - 1) == '.'
                && Character.isUpperCase(text.charAt(before - 2))
                && (before - 3 < start || !isWord(text.charAt(before - 3)));
    }

    private static String word(String text, int start, int limit) {
        int end = start;
        while (end < limit && end - start < 12 && Character.isLetter(text.charAt(end))) {
            end++;
        }
        return text.substring(start, end);
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c);
    }

    private static boolean isCased(char c) {
        return Character.isUpperCase(c) || Character.isLowerCase(c);
    }
}

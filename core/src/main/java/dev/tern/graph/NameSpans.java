package dev.tern.graph;

import dev.tern.text.Language;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds spans of a text that may be names: every run of up to {@value #MAX_WORDS} words, or {@value
 * #MAX_CHARACTERS} characters of a script without spaces, that starts and ends like a name.
 *
 * <p>A word is a run of letters, digits and the signs that belong to names ({@code C++}, {@code
 * AT&T}, {@code #1}); where a script puts no spaces between words, every character is a word. A
 * word is name-like if it does not start with a lower-case letter: it may start with a capital, a
 * digit, a sign or a letter of a script without cases. A name starts with a name-like word that is
 * no English function word, or with a function word before a name-like word ("the Bernoulli
 * theorem"), and does not end with a function word. Within a sentence, a name may also start or end
 * with a capitalised function word ("Let It Be"), but one function word alone is no name.
 */
public final class NameSpans {
    /** The maximum number of words of a span. */
    public static final int MAX_WORDS = 10;

    /** The maximum number of characters of a span in a script without spaces. */
    public static final int MAX_CHARACTERS = 25;

    /** The maximum number of words read from a text; the rest is ignored. */
    public static final int MAX_TEXT_WORDS = 4096;

    /** The maximum length of an abbreviation: a full stop after a longer word ends a sentence. */
    private static final int MAX_ABBREVIATION = 3;

    private NameSpans() {}

    /**
     * A span of a text.
     *
     * @param start its first character, in UTF-16 units from 0
     * @param end its end, exclusive
     */
    public record Span(int start, int end, String text) {}

    private record Word(int start, int end, boolean nameLike, boolean function, boolean opensSentence) {
        /** Returns true for a capitalised function word within a sentence: "Me" in "Be Me". */
        boolean isTitled() {
            return function && nameLike && !opensSentence;
        }

        /** Returns the fraction of a span's maximum length that this word takes. */
        double share(String text) {
            return isUnspaced(text.codePointAt(start)) ? 1.0 / MAX_CHARACTERS : 1.0 / MAX_WORDS;
        }
    }

    /** Returns all spans that may be a name, ordered by start, then the longest first. */
    public static List<Span> of(String text) {
        return spans(text, words(text), false);
    }

    /** Returns the spans of a text without capitals; any word but a function word may begin one. */
    public static List<Span> ofUncased(String text) {
        return spans(text, words(text), true);
    }

    /** Returns true for an English function word in lower case ("the", "of"). */
    public static boolean isFunctionWord(String word) {
        // Other languages rarely capitalise these words; an unknown name only costs a look-up.
        return Language.ENGLISH.isFunctionWord(word);
    }

    /** Returns runs of capitalised words, without single or sentence-opening function words. */
    public static List<Span> capitalised(String text) {
        List<Word> words = words(text);
        List<Span> found = new ArrayList<>();
        int start = 0;
        while (start < words.size()) {
            int end = start;
            while (end < words.size()
                    && isCapitalised(text, words.get(end))
                    && (end == start || isAdjacent(text, words.get(end - 1), words.get(end)))) {
                end++;
            }
            int first = start;
            while (first < end && words.get(first).function && words.get(first).opensSentence) {
                first++;
            }
            if (first < end && !(end - first == 1 && words.get(first).function)) {
                found.add(span(text, words.get(first), words.get(end - 1)));
            }
            start = Math.max(end, start + 1);
        }
        return found;
    }

    /** Returns the end of a possessive {@code 's} after a name, or else the end of the name. */
    public static int possessiveEnd(String text, int nameEnd) {
        boolean possessive = text.length() >= nameEnd + 2
                && (text.charAt(nameEnd) == '\'' || text.charAt(nameEnd) == '\u2019')
                && text.charAt(nameEnd + 1) == 's'
                && (text.length() == nameEnd + 2 || !Character.isLetterOrDigit(text.charAt(nameEnd + 2)));
        return possessive ? nameEnd + 2 : nameEnd;
    }

    private static boolean isCapitalised(String text, Word word) {
        int c = text.codePointAt(word.start);
        return Character.isUpperCase(c) || Character.isTitleCase(c);
    }

    private static boolean isAdjacent(String text, Word left, Word right) {
        String gap = text.substring(left.end, right.start);
        boolean abbreviated = left.end - left.start <= MAX_ABBREVIATION && gap.equals(". ");
        return gap.isBlank() || gap.equals("-") || gap.equals("'") || gap.equals("’") || abbreviated;
    }

    private static List<Span> spans(String text, List<Word> words, boolean uncased) {
        List<Span> found = new ArrayList<>();
        for (int start = 0; start < words.size(); start++) {
            Word first = words.get(start);
            // "the Bernoulli theorem": a function word before a name may belong to it.
            boolean opensName = first.function && start + 1 < words.size() && words.get(start + 1).nameLike;
            boolean opens = opensName || first.isTitled() || (!first.function && (first.nameLike || uncased));
            if (!opens) {
                continue;
            }
            int shortest = first.function ? start + 1 : start;
            for (int end = lastWordOfSpan(text, words, start); end >= shortest; end--) {
                if (!words.get(end).function || words.get(end).isTitled()) {
                    found.add(span(text, first, words.get(end)));
                }
            }
        }
        return found;
    }

    /** Returns the index of the last word of the longest span that starts at a word. */
    private static int lastWordOfSpan(String text, List<Word> words, int start) {
        int end = start;
        double taken = words.get(start).share(text);
        // The limit is slightly above 1, since ten tenths do not add up to 1 exactly.
        while (end + 1 < words.size() && taken + words.get(end + 1).share(text) < 1.001) {
            end++;
            taken += words.get(end).share(text);
        }
        return end;
    }

    /** Returns the span from one word to another, with its closing bracket: "Mercury (planet)". */
    private static Span span(String text, Word first, Word last) {
        int end = last.end;
        if (end < text.length() && text.charAt(end) == ')') {
            String within = text.substring(first.start, end);
            end += within.lastIndexOf('(') > within.lastIndexOf(')') ? 1 : 0;
        }
        return new Span(first.start, end, text.substring(first.start, end));
    }

    private static List<Word> words(String text) {
        List<Word> words = new ArrayList<>();
        boolean opens = true;
        int i = 0;
        while (i < text.length() && words.size() < MAX_TEXT_WORDS) {
            int c = text.codePointAt(i);
            int next = i + Character.charCount(c);
            if (isUnspaced(c)) {
                words.add(new Word(i, next, true, false, opens));
                opens = false;
            } else if (isWordPart(c)) {
                while (next < text.length()
                        && isWordPart(text.codePointAt(next))
                        && !isUnspaced(text.codePointAt(next))) {
                    next += Character.charCount(text.codePointAt(next));
                }
                String word = text.substring(i, next);
                boolean lowerCase = Character.isLowerCase(c);
                words.add(new Word(i, next, !lowerCase, isFunctionWord(EntityName.normalise(word)), opens));
                opens = false;
            } else if (c == '.' || c == '?' || c == '!' || c == '\n' || c == ':') {
                opens = true;
            }
            i = next;
        }
        return words;
    }

    private static boolean isWordPart(int c) {
        if (Character.isLetterOrDigit(c)) {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.MATH_SYMBOL,
                    Character.CURRENCY_SYMBOL,
                    Character.OTHER_SYMBOL,
                    Character.CONNECTOR_PUNCTUATION -> true;
            default -> c == '#' || c == '&' || c == '@' || c == '%' || c == '*';
        };
    }

    /** Returns true for a character of a script without spaces between words. */
    public static boolean isUnspaced(int c) {
        if (c < 0x0e00) {
            return false;
        }
        UnicodeScript script = UnicodeScript.of(c);
        return script == UnicodeScript.HAN
                || script == UnicodeScript.HIRAGANA
                || script == UnicodeScript.KATAKANA
                || script == UnicodeScript.THAI
                || script == UnicodeScript.LAO
                || script == UnicodeScript.KHMER
                || script == UnicodeScript.MYANMAR;
    }
}

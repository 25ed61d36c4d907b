package dev.tern.offline.extract;

import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A word of a text with its use of capitals.
 *
 * @param start its offset, in UTF-16 units
 * @param end its end, exclusive
 * @param key the word in lower case
 * @param looks its use of capitals
 * @param opens true if its position requires a capital, for example at the start of a sentence or
 *     quotation
 * @param heading true for one of several consecutive words in capitals, as in headings
 */
record CasedWord(int start, int end, String key, Capitalisation looks, boolean opens, boolean heading) {
    /** The maximum length of a capitalised word that may end with a full stop: "Mr.", "J." */
    private static final int MAX_ABBREVIATION_LENGTH = 3;

    /** The minimum number of consecutive words in capitals in a heading. */
    private static final int HEADING_WORDS = 3;

    private static final int HEADING_LETTERS = 8;

    private static final String OPENING = ".!?:]\uff1a\u2026\u201c\u201e\u00ab\u00bb\u2018\u00bf\u00a1\u2039\u203a";

    enum Capitalisation {
        /** The first character is neither a capital nor a digit. */
        SMALL,
        /** The first letter is a capital, but not all of two or more letters are. */
        CAPITAL,
        /** All letters, two or more, are capitals. */
        CAPITALS,
        /** The first character is a digit. */
        NUMBER
    }

    boolean isCapital() {
        return looks == Capitalisation.CAPITAL || looks == Capitalisation.CAPITALS;
    }

    private CasedWord inHeading() {
        return new CasedWord(start, end, key, looks, opens, true);
    }

    static List<CasedWord> of(String text) {
        List<CasedWord> words = new ArrayList<>();
        boolean opens = true;
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            int end = at + Character.charCount(c);
            if (isWordPart(c) && Character.getType(c) != Character.NON_SPACING_MARK) {
                end = end(text, at);
                words.add(new CasedWord(at, end, lower(text, at, end), looks(text, at, end), opens, false));
                opens = false;
            } else if (opens(text, at, c, words)) {
                opens = true;
            }
            at = end;
        }
        markHeadings(words);
        return words;
    }

    private static boolean opens(String text, int at, int c, List<CasedWord> before) {
        if (c == '.') {
            boolean abbreviated = !before.isEmpty()
                    && before.getLast().end == at
                    && before.getLast().isCapital()
                    && at - before.getLast().start <= MAX_ABBREVIATION_LENGTH;
            return !abbreviated;
        }
        if (c == '\'' || c == '"') {
            // A quotation mark opens a quotation, unless it is within or after a word.
            return at == 0 || WhiteSpace.isSpace(text.charAt(at - 1));
        }
        return c == '\n' || Character.getType(c) == Character.OTHER_SYMBOL || (c < 0x10000 && OPENING.indexOf(c) >= 0);
    }

    /** Returns the end of a word; a number may contain points and commas between digits. */
    private static int end(String text, int start) {
        int at = start;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            boolean between = (c == ',' || c == '.')
                    && at > start
                    && Character.isDigit(text.charAt(at - 1))
                    && at + 1 < text.length()
                    && Character.isDigit(text.charAt(at + 1));
            if (!isWordPart(c) && !between) {
                break;
            }
            at += Character.charCount(c);
        }
        return at;
    }

    private static Capitalisation looks(String text, int start, int end) {
        int c = text.codePointAt(start);
        if (Character.isDigit(c)) {
            return Capitalisation.NUMBER;
        }
        if (!Character.isUpperCase(c) && !Character.isTitleCase(c)) {
            return Capitalisation.SMALL;
        }
        int letters = 0;
        for (int at = start; at < end; at += Character.charCount(text.codePointAt(at))) {
            int letter = text.codePointAt(at);
            if (Character.isLowerCase(letter)) {
                return Capitalisation.CAPITAL;
            }
            letters += Character.isUpperCase(letter) ? 1 : 0;
        }
        return letters > 1 ? Capitalisation.CAPITALS : Capitalisation.CAPITAL;
    }

    private static void markHeadings(List<CasedWord> words) {
        int start = 0;
        while (start < words.size()) {
            int end = start;
            int letters = 0;
            while (end < words.size() && isPartOfHeading(words.get(end))) {
                letters +=
                        words.get(end).looks == Capitalisation.CAPITALS ? words.get(end).end - words.get(end).start : 0;
                end++;
            }
            if (end - start >= HEADING_WORDS && letters >= HEADING_LETTERS) {
                words.subList(start, end).replaceAll(CasedWord::inHeading);
            }
            start = Math.max(end, start + 1);
        }
    }

    private static boolean isPartOfHeading(CasedWord word) {
        return word.looks == Capitalisation.CAPITALS
                || word.looks == Capitalisation.NUMBER
                || (word.looks == Capitalisation.CAPITAL && word.end - word.start == 1);
    }

    private static String lower(String text, int start, int end) {
        return text.substring(start, end).toLowerCase(Locale.ROOT);
    }

    private static boolean isWordPart(int c) {
        return Character.isLetterOrDigit(c)
                || Character.getType(c) == Character.NON_SPACING_MARK
                || c == '+'
                || c == '#';
    }
}

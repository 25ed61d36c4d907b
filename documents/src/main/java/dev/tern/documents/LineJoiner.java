package dev.tern.documents;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Joins the wrapped lines of one document. Not thread-safe.
 *
 * <p>Chinese and Japanese characters are joined without a space. A hyphen between letters at the
 * end of a line is dropped, except before a capital or a conjunction, after "well", "self" or
 * "half", and if the document hyphenates the word elsewhere. A hyphen next to a digit is kept. A
 * soft hyphen is always dropped.
 */
final class LineJoiner {
    private static final Pattern CUT = Pattern.compile("(?<first>\\p{L}{2,99}+|\\p{N})(?<hyphen>[-\u2010\u00ad])$");
    private static final Pattern BEGINNING = Pattern.compile("\\p{L}++|\\p{N}");
    private static final Set<String> KEEP_HYPHENS = Set.of("well", "self", "half");
    /** Words that follow a kept hyphen, as in "Haupt- und Nebenfluss". */
    private static final Set<String> CONJUNCTIONS =
            ReaderLists.of("conjunctions").collect(Collectors.toSet());

    private final Set<String> hyphenated = new HashSet<>();

    /** Learns the hyphenated words within a line. */
    void learnHyphenated(String line) {
        for (int at = line.indexOf('-'); at >= 0; at = line.indexOf('-', at + 1)) {
            int start = at;
            while (start > 0 && Character.isLetter(line.charAt(start - 1))) {
                start--;
            }
            int end = at + 1;
            while (end < line.length() && (Character.isLetter(line.charAt(end)) || line.charAt(end) == '-')) {
                end++;
            }
            if (start < at && Character.isLetter(line.charAt(end - 1))) {
                hyphenated.add(line.substring(start, end));
            }
            at = end - 1;
        }
    }

    /** Returns true if two characters at a line break are joined without a space. */
    static boolean isUnspaced(int before, int after) {
        return isUnspaced(before) && isUnspaced(after);
    }

    private static boolean isUnspaced(int c) {
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, BOPOMOFO -> true;
            default -> (c >= 0x3001 && c <= 0x303f) || (c >= 0xff01 && c <= 0xff65);
        };
    }

    /** Appends the next line to a text. */
    void join(StringBuilder text, CharSequence next) {
        if (text.isEmpty() || next.isEmpty()) {
            text.append(next);
            return;
        }
        // Longer words do not occur.
        String tail = text.substring(Math.max(0, text.length() - 100));
        Matcher cut = CUT.matcher(tail);
        Matcher rest = BEGINNING.matcher(next);
        if (cut.find() && rest.lookingAt()) {
            if (goes(cut.group("first"), cut.group("hyphen"), rest.group())) {
                text.setLength(text.length() - 1);
            } else if (CONJUNCTIONS.contains(rest.group())) {
                text.append(' ');
            }
        } else if (!isUnspaced(tail.codePointBefore(tail.length()), Character.codePointAt(next, 0))) {
            text.append(' ');
        }
        text.append(next);
    }

    private boolean goes(String first, String hyphen, String rest) {
        if (hyphen.equals("\u00ad")) {
            return true;
        }
        return Character.isLetter(first.codePointAt(0))
                && Character.isLowerCase(rest.codePointAt(0))
                && !CONJUNCTIONS.contains(rest)
                && !KEEP_HYPHENS.contains(first)
                && !hyphenated.contains(first + "-" + rest);
    }
}

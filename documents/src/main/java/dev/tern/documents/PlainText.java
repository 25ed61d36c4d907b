package dev.tern.documents;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cleans plain text: drops invisible characters, normalises spaces and line ends. */
final class PlainText {
    private static final int MAX_VALUE_LENGTH = 200;
    /** A title: a separate first line that begins like a name and does not end like a sentence. */
    private static final Pattern TITLE = Pattern.compile(
            "\\s{0,99}+(?<title>[\\p{Lu}\\p{Lt}\\p{Lo}\\p{N}\u00bf\u00a1\"'\u201c\u00ab\u300c\u300e][^\\n]{0,118}"
                    + "[^\\s.:;,\u2026\u3002\uff0c\uff1a])[ \\t]{0,9}\\n[ \\t]{0,9}\\n");

    /** Soft hyphens, zero-width spaces, direction and byte order marks, and tag characters. */
    private static final Pattern INVISIBLE = Pattern.compile("\u00ad\n"
            + "|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\\x{e0000}-\\x{e007f}]");

    /** List bullets of the fonts Symbol and Wingdings, at code points of the private use area. */
    private static final Pattern BULLETS = Pattern.compile("[\uf06c\uf06e\uf076\uf0a7\uf0b7\uf0d8\uf0fc]");

    /** The codes by which programs colour the text of a terminal. */
    private static final Pattern TERMINAL = Pattern.compile("\u001b\\[[0-9;?]{0,20}[A-Za-z]");

    private static final Pattern LINE_ENDS = Pattern.compile("\r\n?|\f");
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}&&[^\n\t]]");

    private PlainText() {}

    /** Removes invisible characters, and normalises look-alike spaces and hyphens. */
    static String visible(String text) {
        if (text.chars().allMatch(c -> c < 0xa0)) {
            return text;
        }
        return BULLETS.matcher(INVISIBLE.matcher(text).replaceAll(""))
                .replaceAll("\u2022")
                .replace('\u00a0', ' ')
                .replace('\u2007', ' ')
                .replace('\u202f', ' ')
                .replace('\u2010', '-')
                .replace('\u2011', '-');
    }

    /** Returns the title of a text, a short separate first line; empty if there is none. */
    static String title(String text) {
        Matcher first = TITLE.matcher(text);
        return first.lookingAt() ? first.group("title").strip() : "";
    }

    static String clean(String original) {
        String text = TERMINAL.matcher(visible(original)).replaceAll("");
        return CONTROLS.matcher(LINE_ENDS.matcher(text).replaceAll("\n")).replaceAll("");
    }

    /** Returns a value on one line; empty if it exceeds {@value #MAX_VALUE_LENGTH} characters. */
    static String oneLine(String value) {
        String line = visible(value).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() > MAX_VALUE_LENGTH ? "" : storable(line);
    }

    /** Replaces unpaired surrogates, which no store can hold, by question marks. */
    static String storable(String text) {
        return text.replaceAll("\\p{Cs}", "?");
    }
}

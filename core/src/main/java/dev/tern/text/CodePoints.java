package dev.tern.text;

/** Counts characters as JSON Schema does: a surrogate pair, such as an emoji, is one. */
public final class CodePoints {
    private CodePoints() {}

    /** Returns the number of code points of a text. */
    public static int count(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Returns the first code points of a text, at most {@code max}. */
    public static String first(String text, int max) {
        return count(text) <= max ? text : text.substring(0, text.offsetByCodePoints(0, max));
    }
}

package dev.tern.text;

/** Counts characters as users and JSON Schema do: an emoji, two {@code char}s, is one. */
public final class CodePoints {
    private CodePoints() {}

    /** Returns the number of characters of a text. */
    public static int count(String text) {
        return text.codePointCount(0, text.length());
    }
}

package dev.tern.text;

/** Counts the characters of what people write as they and JSON Schema do: an emoji, two {@code char} of Java, is one. */
public final class CodePoints {
    private CodePoints() {}

    /** The characters of a text. */
    public static int count(String text) {
        return text.codePointCount(0, text.length());
    }
}

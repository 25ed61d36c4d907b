package dev.tern.text;

/** Truncates texts that are too long to be kept or shown, never within a surrogate pair. */
public final class TextTruncation {
    private TextTruncation() {}

    /**
     * Returns a text or its beginning.
     *
     * @param max maximum length, in UTF-16 code units, at least 1
     */
    public static String of(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max);
    }

    /** Returns a text; if over {@code max} long, its beginning by {@link #of}, and three dots. */
    public static String withEllipsis(String text, int max) {
        return text.length() <= max ? text : of(text, max) + "...";
    }
}

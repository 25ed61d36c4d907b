package dev.tern.text;

/** Truncates texts that are too long to be kept or shown, never within a surrogate pair. */
public final class TextTruncation {
    private TextTruncation() {}

    /**
     * Returns a text or its beginning.
     *
     * @param most maximum length, in UTF-16 code units, at least 1
     */
    public static String of(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }

    /** Returns a text truncated as by {@link #of}, with three dots in place of the rest. */
    public static String withEllipsis(String text, int most) {
        return text.length() <= most ? text : of(text, most) + "...";
    }
}

package dev.tern.text;

/** The first characters of a text that is too long to be kept or shown whole; never half of a surrogate pair. */
public final class Beginning {
    private Beginning() {}

    /**
     * At most the first {@code most} characters.
     *
     * @param most how many, in UTF-16 code units, at least 1
     */
    public static String of(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }

    /** As {@link #of}, with three dots behind it where something was left out. */
    public static String shown(String text, int most) {
        return text.length() <= most ? text : of(text, most) + "...";
    }
}

package dev.tern.text;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Escapes untrusted text that a prompt encloses in a tag, such as {@code <passage>}. The text can
 * neither close this tag nor open it again, even with capitals, spaces or invisible characters.
 * Other tags are unchanged. Immutable.
 */
public final class Fence {
    /** Characters that a model may ignore: spaces, controls, marks and letters without a shape. */
    private static final String UNSEEN = "[\\s\\p{Cf}\\p{Cc}\\p{Mn}\\p{Z}\\u115f\\u1160\\u2800\\u3164\\uffa0]*+";

    private final Pattern begun;

    /**
     * Creates a fence for a tag.
     *
     * @param tag the name of the tag, letters only
     */
    public Fence(String tag) {
        String letters = tag.chars()
                .mapToObj(letter -> Pattern.quote(Character.toString(letter)))
                .collect(Collectors.joining(UNSEEN));
        begun = Pattern.compile(
                "[<\\u2039\\u3008\\ufe64\\uff1c](?=" + UNSEEN + "(?:[/\\u2044\\u2215\\uff0f]" + UNSEEN + ")*+" + letters
                        + ")",
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /** Returns the text with {@code "< "} for each bracket that would begin or end the tag. */
    public String harmless(String text) {
        return begun.matcher(text).replaceAll("< ");
    }
}

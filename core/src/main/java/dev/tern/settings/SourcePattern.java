package dev.tern.settings;

import dev.tern.error.TernException;
import dev.tern.text.TextTruncation;
import java.util.Locale;

/**
 * A case-sensitive pattern of sources: a whole name or, with {@code *} at the end, a prefix.
 *
 * <pre>
 *   notes/plan.md               the file, or the document of that id
 *   https://example.org/*       every HTTPS page of that host
 *   *                           everything
 * </pre>
 *
 * @param text the pattern, 1 to {@value #MAX_LENGTH} characters
 */
public record SourcePattern(String text) implements Comparable<SourcePattern> {
    /** The maximum number of characters of a pattern. */
    public static final int MAX_LENGTH = 1000;

    private static final String ANYTHING = "*";

    /**
     * Validates the text of the pattern.
     *
     * @throws TernException the user's fault, if the text is blank, too long, or has a line break
     *     or another control character
     */
    public SourcePattern {
        if (text.isBlank()) {
            throw TernException.user("a source is blank; give its name, or a prefix and a *");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw TernException.user("the source \"" + text.replaceAll("\\p{Cntrl}", "?")
                    + "\" has a control character; use the part before it and a *");
        }
        if (text.length() > MAX_LENGTH) {
            throw TernException.user("the source \"" + TextTruncation.withEllipsis(text, 40) + "\" has " + text.length()
                    + " characters; the limit is " + MAX_LENGTH);
        }
    }

    /** Returns true if the pattern is a prefix, with {@code *} at its end. */
    public boolean isBeginning() {
        return text.endsWith(ANYTHING);
    }

    /** Returns the name or the prefix, without {@code *}. */
    public String name() {
        return isBeginning() ? text.substring(0, text.length() - ANYTHING.length()) : text;
    }

    /** Returns true if this pattern matches a source. */
    public boolean matches(String source) {
        return isBeginning() ? source.startsWith(name()) : source.equals(text);
    }

    /** Returns true if this pattern matches all sources that another pattern matches. */
    public boolean holds(SourcePattern other) {
        return isBeginning() ? other.name().startsWith(name()) : equals(other);
    }

    /**
     * Returns the publisher of a source: for an address with {@code http} or {@code https} its host
     * in lower case, without user and port; otherwise the source itself. Different hosts are
     * different publishers.
     */
    public static String publisher(String source) {
        int scheme = source.indexOf("://");
        if (scheme < 0 || !source.substring(0, scheme).toLowerCase(Locale.ROOT).matches("https?")) {
            return source;
        }
        String authority = source.substring(scheme + 3).split("[/?#\\\\]", 2)[0];
        String host = authority.substring(authority.lastIndexOf('@') + 1).replaceFirst(":\\d*$", "");
        return host.isEmpty() ? source : host.toLowerCase(Locale.ROOT);
    }

    /** Compares the texts of the patterns, in the order of {@link String#compareTo}. */
    @Override
    public int compareTo(SourcePattern other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}

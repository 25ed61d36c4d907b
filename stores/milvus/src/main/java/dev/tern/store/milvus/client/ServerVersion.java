package dev.tern.store.milvus.client;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version that a server says it has.
 *
 * @param text as the server says it
 */
record ServerVersion(String text) {
    private static final Pattern NUMBERS = Pattern.compile("^v?(\\d{1,6})\\.(\\d{1,6})");

    /** Whether the server is Milvus Lite's, whose numbers are its own. */
    boolean lite() {
        String small = text.toLowerCase(Locale.ROOT);
        return small.startsWith("milvus_lite") || small.startsWith("milvus-lite");
    }

    /** Whether it is at least this version, as Milvus Lite always is, and a version without numbers, such as a private build. */
    boolean atLeast(int major, int minor) {
        Matcher matcher = NUMBERS.matcher(text);
        if (lite() || !matcher.find()) {
            return true;
        }
        int itsMajor = Integer.parseInt(matcher.group(1));
        int itsMinor = Integer.parseInt(matcher.group(2));
        return itsMajor > major || (itsMajor == major && itsMinor >= minor);
    }
}

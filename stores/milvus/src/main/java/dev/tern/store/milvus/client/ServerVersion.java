package dev.tern.store.milvus.client;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of a server, parsed from the text that the server reports. */
record ServerVersion(String text) {
    private static final Pattern NUMBERS = Pattern.compile("^v?(\\d{1,6})\\.(\\d{1,6})");

    /** Returns true for Milvus Lite, which has version numbers of its own. */
    boolean lite() {
        String small = text.toLowerCase(Locale.ROOT);
        return small.startsWith("milvus_lite") || small.startsWith("milvus-lite");
    }

    /**
     * Returns true for the given version or a later one, for Milvus Lite, and for unnumbered
     * builds.
     */
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

package dev.tern.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes passwords and tokens from URLs in a text that is to be shown or stored. */
public final class UrlSecrets {
    /**
     * Matches the user part of a URL. An unencoded password may contain @, /, ? or #, so after a
     * colon that no port follows, everything up to the last @ of the word counts as the password.
     * The group matches a word without @, which is skipped as a whole: retrying at each "://" in it
     * would take quadratic time.
     */
    private static final Pattern USER =
            Pattern.compile("(?<=://)(?:[^/?#\\s\\[:@]*+:(?!\\d{1,5}(?:[/?#\\s]|$))(?:\\S*@|(\\S++))|[^/?#\\s]*@)");

    private static final Pattern VALUE = Pattern.compile("([?&][^=&#\\s]{1,64}=)[^&#\\s]+");

    private UrlSecrets() {}

    /** Returns the text without users and passwords in its URLs. */
    public static String withoutUsers(String text) {
        return USER.matcher(text)
                .replaceAll(found -> found.group(1) == null ? "" : Matcher.quoteReplacement(found.group()));
    }

    /** Returns the text as {@link #withoutUsers}, with dots in place of query values. */
    public static String hidden(String text) {
        return VALUE.matcher(withoutUsers(text)).replaceAll("$1...");
    }
}

package dev.tern.error;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes passwords and tokens out of URLs in a text, before it is shown or kept. */
public final class UrlSecrets {
    /**
     * A password that is not encoded may hold an @, and may hold a slash, a question mark or a number sign, which end the host. So
     * where a colon is followed by what is no port, the last @ of the word counts. A word in which none follows is the group, and is
     * passed over whole: looked at again behind each of its "://", it would take the square of its length.
     */
    private static final Pattern USER =
            Pattern.compile("(?<=://)(?:[^/?#\\s\\[:@]*+:(?!\\d{1,5}(?:[/?#\\s]|$))(?:\\S*@|(\\S++))|[^/?#\\s]*@)");

    private static final Pattern VALUE = Pattern.compile("([?&][^=&#\\s]{1,64}=)[^&#\\s]+");

    private UrlSecrets() {}

    /** The text without the users and passwords in the URLs that it holds. */
    public static String withoutUsers(String text) {
        return USER.matcher(text)
                .replaceAll(found -> found.group(1) == null ? "" : Matcher.quoteReplacement(found.group()));
    }

    /** The text without users, passwords and the values of queries in the URLs that it holds. */
    public static String hidden(String text) {
        return VALUE.matcher(withoutUsers(text)).replaceAll("$1...");
    }
}

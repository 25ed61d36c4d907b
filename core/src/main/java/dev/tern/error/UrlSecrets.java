package dev.tern.error;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes passwords and tokens out of URLs in a text, before it is shown or kept. */
public final class UrlSecrets {
    /**
     * A password that is not encoded may hold an @, a slash, a question mark or a number sign,
     * which end the host. So where no port follows a colon, the last @ of the word counts. The
     * group is a word without one, and is passed over whole: trying again at each of its "://"
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

    /** Returns the text without users, passwords and query values in its URLs. */
    public static String hidden(String text) {
        return VALUE.matcher(withoutUsers(text)).replaceAll("$1...");
    }
}

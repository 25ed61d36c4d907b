package dev.tern.documents;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Detects styles of HTML that hide or strike out text. */
final class PageStyle {
    private static final Pattern NOT_SHOWN =
            Pattern.compile("display\\s*:\\s*none|visibility\\s*:\\s*(?:hidden|collapse)");
    private static final Pattern INVISIBLE = Pattern.compile("(?:^|;)\\s*(?:"
            + "font-size\\s*:\\s*(?:0(?:\\.0+)?|0?\\.\\d+(?:px|pt)|1(?:px|pt))(?:px|pt|r?em|%)?\\s*(?:!|;|$)"
            + "|opacity\\s*:\\s*0(?:\\.0+)?%?\\s*(?:!|;|$)"
            + "|color\\s*:\\s*transparent"
            + "|(?:left|right|top|bottom|text-indent|margin-left|margin-top)\\s*:\\s*-\\d{4,}"
            + "|text-indent\\s*:\\s*-999"
            + "|clip\\s*:\\s*rect\\(\\s*(?:0|1px)"
            + "|clip-path\\s*:\\s*inset\\(\\s*(?:50|100)%"
            + "|transform\\s*:\\s*scale\\(\\s*0\\s*\\))");
    private static final Pattern COLOUR = Pattern.compile("(?:^|;)\\s*color\\s*:\\s*([^;!]+)");
    private static final Pattern BACKGROUND = Pattern.compile("(?:^|;)\\s*background(?:-color)?\\s*:\\s*([^;!]+)");

    private static final Pattern STRUCK = Pattern.compile("text-decoration(?:-line)?\\s*:[^;:]*line-through");

    private PageStyle() {}

    /** Returns true if text is shown with a line through it. */
    static boolean isStruck(String style) {
        return STRUCK.matcher(style.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns true if an element with this style is not displayed, like a closed menu. */
    static boolean isNotShown(String style) {
        return NOT_SHOWN.matcher(style.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns true if text is displayed but unreadable: tiny, transparent or off the screen. */
    static boolean isInvisible(String style) {
        String lower = style.toLowerCase(Locale.ROOT);
        String colour = colour(COLOUR, lower);
        return INVISIBLE.matcher(lower).find() || (colour != null && colour.equals(colour(BACKGROUND, lower)));
    }

    private static @Nullable String colour(Pattern property, String style) {
        Matcher found = property.matcher(style);
        if (!found.find()) {
            return null;
        }
        String value = found.group(1).replaceAll("\\s", "");
        return switch (value) {
            case "white", "rgb(255,255,255)" -> "#ffffff";
            case "black", "rgb(0,0,0)" -> "#000000";
            default -> value.matches("#[0-9a-f]{3}") ? value.replaceAll("([0-9a-f])", "$1$1") : value;
        };
    }
}

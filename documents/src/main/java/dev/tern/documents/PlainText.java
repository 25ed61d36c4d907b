package dev.tern.documents;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text as it is, but for line ends of other systems and characters that no text has. */
final class PlainText {
    /** A first line that stands alone, begins like a name and does not end like a sentence or a label. */
    private static final Pattern TITLE = Pattern.compile(
            "\\s{0,99}+(?<title>[\\p{Lu}\\p{Lt}\\p{Lo}\\p{N}\u00bf\u00a1\"'\u201c\u00ab\u300c\u300e][^\\n]{0,118}"
                    + "[^\\s.:;,\u2026\u3002\uff0c\uff1a])[ \\t]{0,9}\\n[ \\t]{0,9}\\n");

    private PlainText() {}

    /** What a text has for a title: its first line, if that is short, no sentence, and stands alone; else empty. */
    static String title(String text) {
        Matcher first = TITLE.matcher(text);
        return first.lookingAt() ? first.group("title").strip() : "";
    }

    static String clean(String text) {
        boolean clean = text.chars().allMatch(c -> c == '\n' || c == '\t' || !Character.isISOControl(c));
        if (clean) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r') {
                boolean alone = i + 1 == text.length() || text.charAt(i + 1) != '\n';
                if (alone) {
                    kept.append('\n');
                }
            } else if (c == '\f') {
                kept.append('\n');
            } else if (c == '\n' || c == '\t' || !Character.isISOControl(c)) {
                kept.append(c);
            }
        }
        return kept.toString();
    }
}

package dev.tern.text;

/** Handles white space of every script; control characters count as white space. */
public final class WhiteSpace {
    private WhiteSpace() {}

    /** Returns true for white space and control characters. */
    public static boolean isSpace(char c) {
        if (c < '\u007f') {
            return c <= ' ';
        }
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c);
    }

    /** Returns true for a character that ends a line. */
    public static boolean isLineBreak(char c) {
        return (c >= '\n' && c <= '\r') || c == '\u0085' || c == '\u2028' || c == '\u2029';
    }

    /** Returns the offset of the first character that is not white space, or {@code end}. */
    public static int skip(String text, int start, int end) {
        int at = start;
        while (at < end && isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Returns the end of a range without trailing white space, at least {@code start}. */
    public static int skipBack(String text, int start, int end) {
        int at = end;
        while (at > start && isSpace(text.charAt(at - 1))) {
            at--;
        }
        return at;
    }

    /** Returns true if a range of white space contains an empty line or a paragraph separator. */
    public static boolean holdsEmptyLine(String text, int start, int end) {
        int lines = 0;
        for (int at = start; at < end; at++) {
            char c = text.charAt(at);
            if (c == '\u2029') {
                return true;
            }
            if (isLineBreak(c) && !(c == '\n' && at > start && text.charAt(at - 1) == '\r')) {
                lines++;
            }
        }
        return lines > 1;
    }

    /** Returns a text, trimmed, with one space for every run of white space. */
    public static String fold(String text) {
        StringBuilder line = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isSpace(c)) {
                gap = !line.isEmpty();
            } else {
                line.append(gap ? " " : "").append(c);
                gap = false;
            }
        }
        return line.toString();
    }
}

package dev.tern.cli.command.output;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Measures and wraps text by columns: wide characters take two, marks and colours none. */
public final class TextWidth {
    private static final int ESCAPE = 0x1b;
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private TextWidth() {}

    /** Returns the number of columns of a text. */
    static int of(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (c == ESCAPE) {
                i = endOfEscape(text, i);
                continue;
            }
            width += of(c);
            i += Character.charCount(c);
        }
        return width;
    }

    private static int endOfEscape(String text, int start) {
        int end = text.indexOf('m', start);
        return end < 0 ? text.length() : end + 1;
    }

    private static int of(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = Character.isIdeographic(c)
                || (c >= 0x1100 && c <= 0x115f)
                || (c >= 0x3000 && c <= 0x30ff)
                || (c >= 0xac00 && c <= 0xd7a3)
                || (c >= 0xff01 && c <= 0xff60)
                || (c >= 0x1f300 && c <= 0x1faff);
        return wide ? 2 : 1;
    }

    /** Pads a text to a number of columns with spaces at its end. */
    static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - of(text)));
    }

    /** Returns a text as one line of at most {@code width} columns, truncated with an ellipsis. */
    public static String cut(String text, int width) {
        String line = Printable.line(text);
        return of(line) <= width ? line : head(line, width - 1) + "…";
    }

    /**
     * Wraps a text at white space to lines of at most {@code width} columns; wider words are
     * divided. Line breaks in the text become spaces. The result has at least one line.
     */
    public static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (String word : oneLine(text).split(" ", -1)) {
            int from = 0;
            int wordWidth = of(word);
            if (used > 0 && used + 1 + wordWidth > width) {
                lines.add(line.toString());
                line.setLength(0);
                used = 0;
            }
            while (wordWidth > width) {
                String part = head(word, from, width);
                lines.add(part);
                from += part.length();
                wordWidth -= of(part);
            }
            if (used > 0) {
                line.append(' ');
                used++;
            }
            line.append(word, from, word.length());
            used += wordWidth;
        }
        if (!line.isEmpty() || lines.isEmpty()) {
            lines.add(line.toString());
        }
        return lines;
    }

    /** Returns a printable text on one line with single spaces, as {@link #wrap} divides it. */
    static String oneLine(String text) {
        return SPACE.matcher(Printable.line(text).strip()).replaceAll(" ");
    }

    /** Wraps a text, and truncates it with an ellipsis after {@code maxLines} lines. */
    public static List<String> wrap(String text, int width, int maxLines) {
        List<String> lines = wrap(text, width);
        if (lines.size() <= maxLines) {
            return lines;
        }
        List<String> first = new ArrayList<>(lines.subList(0, maxLines));
        String last = first.removeLast();
        first.add((of(last) < width ? last : head(last, width - 1)) + "…");
        return first;
    }

    private static String head(String text, int width) {
        return head(text, 0, width);
    }

    private static String head(String text, int from, int width) {
        int used = 0;
        int i = from;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (used + of(c) > width && i > from) {
                break;
            }
            used += of(c);
            i += Character.charCount(c);
        }
        return text.substring(from, i);
    }
}

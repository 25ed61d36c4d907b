package dev.tern.cli.command.output;

/**
 * Makes untrusted text safe for a terminal. A passage, a title or a provider's message may contain
 * control characters, which can clear the screen, rename the window, or overwrite lines. These
 * become spaces or U+FFFD; characters that change the direction of text are removed.
 */
public final class Printable {
    private static final char REPLACEMENT = '\ufffd';

    private Printable() {}

    /** Returns safe text on one line: ASCII line breaks and tabs become spaces. */
    public static String line(String text) {
        return text(text).replace('\n', ' ').replace('\t', ' ');
    }

    /** Returns a safe text that keeps its line feeds and tabs. */
    public static String text(String text) {
        if (text.chars().noneMatch(Printable::isOrder)) {
            return text;
        }
        StringBuilder printable = new StringBuilder(text.length());
        String unix = text.replace("\r\n", "\n");
        for (int i = 0; i < unix.length(); i++) {
            char c = unix.charAt(i);
            if (!isOrder(c)) {
                printable.append(c);
            } else if (Character.isWhitespace(c)) {
                printable.append(' ');
            } else if (Character.isISOControl(c)) {
                printable.append(REPLACEMENT);
            }
        }
        return printable.toString();
    }

    private static boolean isOrder(int c) {
        return (Character.isISOControl(c) && c != '\n' && c != '\t') || turnsDirection(c);
    }

    /** Returns true for directional embeddings, overrides and isolates, which reorder text. */
    private static boolean turnsDirection(int c) {
        return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    }
}

package dev.tern.cli.command.output;

/**
 * Text of strangers made fit for a terminal. A passage, a title or a provider's message may hold control characters,
 * which a terminal takes for orders: clear the screen, rename the window, paint over what was said. Here they become
 * signs that are only seen.
 */
public final class Printable {
    private static final char REPLACEMENT = '\ufffd';

    private Printable() {}

    /** A text in one line. */
    public static String line(String text) {
        return text(text).replace('\n', ' ').replace('\t', ' ');
    }

    /** A text that may have several lines. */
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

    /** Embeddings, overrides and isolates: what follows them, be it ours, would be shown the other way round. */
    private static boolean turnsDirection(int c) {
        return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    }
}

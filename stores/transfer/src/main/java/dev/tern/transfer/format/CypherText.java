package dev.tern.transfer.format;

/** Texts as string literals of Cypher. */
final class CypherText {
    private CypherText() {}

    /**
     * The literal of a text: an expression that gives back every character, but for halves of surrogate pairs, which become
     * U+FFFD, for Neo4j cannot keep them.
     *
     * <p>Everything that does not show is written as its number: line breaks, which would look like the end of a statement
     * to a program that reads line by line, control characters and marks of direction. Some versions replace
     * {@code backslash u 0027} before they look for the end of a literal; so a backslash is never followed by a {@code u}
     * of the text, but the literal ends between them and another begins.
     */
    static String literal(String text) {
        StringBuilder literal = new StringBuilder(text.length() + 2).append('\'');
        int before = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (before == '\\' && (c == 'u' || c == 'U')) {
                literal.append("' + '");
            }
            append(literal, c);
            before = c;
        }
        return literal.append('\'').toString();
    }

    private static void append(StringBuilder literal, int c) {
        switch (c) {
            case '\\' -> literal.append("\\\\");
            case '\'' -> literal.append("\\'");
            case '"' -> literal.append("\\\"");
            case '\n' -> literal.append("\\n");
            case '\r' -> literal.append("\\r");
            case '\t' -> literal.append("\\t");
            default -> {
                if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                    literal.append('\ufffd');
                } else if (isUnseen(c)) {
                    literal.append(String.format("\\u%04X", c));
                } else {
                    literal.appendCodePoint(c);
                }
            }
        }
    }

    private static boolean isUnseen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            // Beyond four digits there is no escape that all versions know; tags and the like are harmless as they are.
            case Character.FORMAT -> c <= 0xffff;
            default -> false;
        };
    }
}

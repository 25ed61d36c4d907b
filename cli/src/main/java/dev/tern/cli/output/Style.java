package dev.tern.cli.output;

/** Colours, or none. */
public enum Style {
    /** No colours. */
    PLAIN,
    /** ANSI colours, as the terminal's own palette has them. */
    COLOUR;

    private static final String OFF = "\u001b[0m";

    /** What matters most. */
    public String bold(String text) {
        return sgr("1", text);
    }

    /** What matters least. */
    public String faint(String text) {
        return sgr("2", text);
    }

    /** A heading. */
    public String heading(String text) {
        return sgr("1;36", text);
    }

    /** Something good. */
    public String good(String text) {
        return sgr("32", text);
    }

    /** Something to look at. */
    public String warning(String text) {
        return sgr("33", text);
    }

    /** Something wrong. */
    public String bad(String text) {
        return sgr("1;31", text);
    }

    private String sgr(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + OFF;
    }
}

package dev.tern.cli.command.output;

/** The style of text for a terminal: with or without colours. */
public enum Style {
    PLAIN,
    /** ANSI colours of the terminal's palette. */
    COLOUR;

    private static final String OFF = "\u001b[0m";

    public String bold(String text) {
        return sgr("1", text);
    }

    public String faint(String text) {
        return sgr("2", text);
    }

    public String heading(String text) {
        return sgr("1;36", text);
    }

    public String good(String text) {
        return sgr("32", text);
    }

    /** Returns a text that is highlighted as a warning. */
    public String warning(String text) {
        return sgr("33", text);
    }

    public String bad(String text) {
        return sgr("1;31", text);
    }

    private String sgr(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + OFF;
    }
}

package dev.tern.cli.command.output;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The style of text for a terminal: with or without colours. */
public enum TextStyle {
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

    boolean hasLinks() {
        return this == COLOUR;
    }

    /** Returns a text that links to an address (OSC 8); the plain text in the plain style. */
    String link(String text, URI address) {
        return !hasLinks() ? text : "\u001b]8;;" + address.toASCIIString() + "\u001b\\" + text + "\u001b]8;;\u001b\\";
    }

    /** Returns the control sequence that makes a terminal copy a text to its clipboard (OSC 52). */
    public static String clipboard(String text) {
        return "\u001b]52;c;" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "\u0007";
    }

    private String sgr(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + OFF;
    }
}

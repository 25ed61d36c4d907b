package dev.tern.cli.command.process;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process environment of a command: streams, terminal, variables and working directory.
 *
 * @param out receives data
 * @param err receives progress and errors
 * @param inIsTerminal true if {@code in} is a terminal
 * @param outIsTerminal true if {@code out} is a terminal
 * @param errIsTerminal true if {@code err} is a terminal
 * @param columns the width of the terminal in characters
 */
public record Environment(
        PrintStream out,
        PrintStream err,
        boolean inIsTerminal,
        boolean outIsTerminal,
        boolean errIsTerminal,
        int columns,
        InputStream in,
        Map<String, String> variables,
        Path directory) {
    public static final int USUAL_COLUMNS = 80;

    private static final Pattern COMMAND = Pattern.compile("(?<![\\w./-])tern(?= [a-z])");

    /** Creates an environment with empty input that is no terminal. */
    public Environment(
            PrintStream out,
            PrintStream err,
            boolean outIsTerminal,
            boolean errIsTerminal,
            int columns,
            Map<String, String> variables,
            Path directory) {
        this(
                out,
                err,
                false,
                outIsTerminal,
                errIsTerminal,
                columns,
                InputStream.nullInputStream(),
                variables,
                directory);
    }

    /** Returns a text in which commands begin with the name by which the user called Tern. */
    public String called(String text) {
        String name = variables.getOrDefault("TERN_CALLED", "tern");
        return COMMAND.matcher(text).replaceAll(Matcher.quoteReplacement(name));
    }

    /** Returns true for a terminal, unless the flag or an environment variable forbids colours. */
    public boolean showsColours(boolean terminal, boolean noColorFlag) {
        return terminal
                && !noColorFlag
                && variables.getOrDefault("NO_COLOR", "").isEmpty()
                && !variables.getOrDefault("TERM", "").equals("dumb");
    }
}

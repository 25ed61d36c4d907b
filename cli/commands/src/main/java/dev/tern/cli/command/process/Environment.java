package dev.tern.cli.command.process;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * The environment of a command, which tests replace.
 *
 * @param out receives data
 * @param err receives progress and errors
 * @param inIsTerminal true if {@code in} is a terminal
 * @param outIsTerminal true if {@code out} is a terminal
 * @param errIsTerminal true if {@code err} is a terminal
 * @param columns the width of the terminal
 * @param in the standard input
 * @param variables the environment variables
 * @param directory the working directory
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

    /** Creates an environment without input. */
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

    /** Returns true for a terminal, unless the flag or an environment variable forbids colours. */
    public boolean showsColours(boolean terminal, boolean noColorFlag) {
        return terminal
                && !noColorFlag
                && variables.getOrDefault("NO_COLOR", "").isEmpty()
                && !variables.getOrDefault("TERM", "").equals("dumb");
    }
}

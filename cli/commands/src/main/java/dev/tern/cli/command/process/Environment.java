package dev.tern.cli.command.process;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command runs in; tests bring their own.
 *
 * @param out for data
 * @param err for progress and errors
 * @param inIsTerminal whether {@code in} is a terminal
 * @param outIsTerminal whether {@code out} is a terminal
 * @param errIsTerminal whether {@code err} is a terminal
 * @param columns the width of the terminal
 * @param in what is piped in
 * @param variables the variables of the environment
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
    /** The width where it is not known. */
    public static final int USUAL_COLUMNS = 80;

    /** An environment in which nothing is piped in. */
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

    /** Whether to use colours: in a terminal that can show them, where neither the flag nor a variable says no. */
    public boolean showsColours(boolean terminal, boolean noColorFlag) {
        return terminal
                && !noColorFlag
                && variables.getOrDefault("NO_COLOR", "").isEmpty()
                && !variables.getOrDefault("TERM", "").equals("dumb");
    }
}

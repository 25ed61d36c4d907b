package dev.tern.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command runs in; tests bring their own.
 *
 * @param out for data
 * @param err for progress and errors
 * @param outIsTerminal whether somebody reads {@code out} in a terminal
 * @param errIsTerminal whether somebody reads {@code err} in a terminal
 * @param columns the width of the terminal
 * @param in what is piped in
 * @param environment the variables of the environment
 * @param directory the working directory
 */
public record Surroundings(
        PrintStream out,
        PrintStream err,
        boolean outIsTerminal,
        boolean errIsTerminal,
        int columns,
        InputStream in,
        Map<String, String> environment,
        Path directory) {
    /** The width where it is not known. */
    public static final int USUAL_COLUMNS = 80;

    /** Surroundings in which nothing is piped in. */
    public Surroundings(
            PrintStream out,
            PrintStream err,
            boolean outIsTerminal,
            boolean errIsTerminal,
            int columns,
            Map<String, String> environment,
            Path directory) {
        this(out, err, outIsTerminal, errIsTerminal, columns, InputStream.nullInputStream(), environment, directory);
    }
}

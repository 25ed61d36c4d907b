package dev.tern.cli.command;

import picocli.CommandLine.Option;

/** The options that every {@link TernCommand} has: output, debugging and help. */
public final class OutputFlags {
    @Option(names = "--json", description = "Print one JSON object instead of text; errors are JSON too, on stderr.")
    public boolean json;

    @Option(names = "--quiet", description = "No progress and no remarks: only data and errors.")
    public boolean quiet;

    @Option(names = "--no-color", description = "No colours, even in a terminal (as NO_COLOR in the environment).")
    public boolean noColor;

    @Option(names = "--debug", description = "Print the stack trace of an error, and the log of libraries.")
    public boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    public boolean help;
}

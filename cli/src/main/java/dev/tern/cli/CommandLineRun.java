package dev.tern.cli;

import dev.tern.error.Redaction;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** Runs one command: the entry that the process and the tests share. */
public final class CommandLineRun {
    private CommandLineRun() {}

    /**
     * Runs a command.
     *
     * @param surroundings what it runs in
     * @param backend makes stores and models
     * @param arguments the words after {@code tern}
     * @return the exit code: 0 done, 1 failure, 2 usage or configuration, 3 something is left, 130 interrupted
     */
    public static int run(Surroundings surroundings, Backend backend, String... arguments) {
        boolean debug = Arrays.asList(arguments).contains("--debug");
        boolean json = Arrays.asList(arguments).contains("--json");
        boolean noColor = Arrays.asList(arguments).contains("--no-color");
        Redaction redaction = new Redaction();
        Failures failures = new Failures(surroundings, redaction, json, debug, noColor);
        boolean quiet = Arrays.asList(arguments).contains("--quiet");
        Logs.to(surroundings, redaction, debug, quiet, !json);
        CommandLine commandLine = RootCommand.commandLine(new Context(surroundings, backend, redaction));
        commandLine
                .setOut(writer(surroundings.out()))
                .setErr(writer(surroundings.err()))
                .setColorScheme(colours(surroundings, noColor))
                .setUsageHelpWidth(Math.clamp(surroundings.columns(), 60, 100))
                .setUsageHelpLongOptionsMaxWidth(32)
                .setParameterExceptionHandler((failure, words) -> failures.usage(failure))
                .setExecutionExceptionHandler((failure, command, parsed) -> failures.execution(failure));
        if (arguments.length == 0) {
            commandLine.usage(surroundings.out());
            return TernCommand.USAGE;
        }
        try {
            return commandLine.execute(arguments);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // picocli hands on exceptions and lets errors through.
            return failures.execution(e);
        }
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    private static ColorScheme colours(Surroundings surroundings, boolean noColor) {
        Ansi ansi = Colours.wanted(surroundings.outIsTerminal(), noColor, surroundings) ? Ansi.ON : Ansi.OFF;
        return CommandLine.Help.defaultColorScheme(ansi);
    }
}

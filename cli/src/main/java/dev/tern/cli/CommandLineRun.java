package dev.tern.cli;

import dev.tern.app.Backend;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.process.Environment;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.cli.command.process.LogOutput;
import dev.tern.cli.setup.SetupCommands;
import dev.tern.files.LocaleText;
import dev.tern.text.Redaction;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** Runs one command, for the process and for tests. */
public final class CommandLineRun {
    private CommandLineRun() {}

    /**
     * Runs one command of the command line.
     *
     * @param environment streams, variables and terminal
     * @param backend creates stores and models
     * @param arguments the words after {@code tern}
     * @return the exit code, as in {@link dev.tern.cli.command.process.ExitCode}
     */
    public static int run(Environment environment, Backend backend, String... arguments) {
        boolean debug = Arrays.asList(arguments).contains("--debug");
        boolean json = Arrays.asList(arguments).contains("--json");
        boolean noColor = Arrays.asList(arguments).contains("--no-color");
        Redaction redaction = new Redaction();
        FailurePrinter failures = new FailurePrinter(environment, redaction, json, debug, noColor);
        LogOutput.to(environment, redaction, debug, Arrays.asList(arguments).contains("--quiet"), !json);
        CommandContext context = new CommandContext(environment, backend, redaction);
        CommandLine commandLine = RootCommand.commandLine(
                context,
                () -> List.of(
                        new RehearsalCommand(context, CommandLineRun::run),
                        SetupCommands.newInit(context, words -> run(environment, backend, words))),
                arguments);
        commandLine
                .setOut(writer(environment.out()))
                .setErr(writer(environment.err()))
                .setColorScheme(colours(environment, noColor))
                .setUsageHelpWidth(Math.clamp(environment.columns(), 60, 100))
                .setUsageHelpLongOptionsMaxWidth(32)
                .setParameterExceptionHandler((failure, words) -> failures.usage(failure))
                .setExecutionExceptionHandler((failure, command, parsed) -> failures.execution(failure));
        boolean helps = Stream.of("--help", "-h").anyMatch(Arrays.asList(arguments)::contains)
                || (arguments.length > 0 && arguments[0].equals("help"));
        boolean all = Arrays.asList(arguments).contains("--all");
        if (helps && !all) {
            HelpTexts.shorten(commandLine);
        }
        if (arguments.length == 0) {
            commandLine.usage(environment.out());
            return ExitCode.USAGE;
        }
        for (String argument : arguments) {
            if (LocaleText.isDamaged(argument)) {
                return failures.execution(
                        new ConfigurationException(List.of(LocaleText.error("the argument \"" + argument + "\""))));
            }
        }
        try {
            return commandLine.execute(Stream.of(arguments)
                    .filter(word -> !helps || !word.equals("--all"))
                    .toArray(String[]::new));
        } catch (Error e) {
            // picocli handles exceptions but not errors.
            return failures.execution(e);
        }
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    private static ColorScheme colours(Environment environment, boolean noColor) {
        Ansi ansi = environment.showsColours(environment.outIsTerminal(), noColor) ? Ansi.ON : Ansi.OFF;
        return CommandLine.Help.defaultColorScheme(ansi);
    }
}

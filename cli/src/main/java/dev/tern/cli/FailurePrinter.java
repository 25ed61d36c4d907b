package dev.tern.cli;

import dev.tern.app.FailureCause;
import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.SpellingCorrection;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.TextStyle;
import dev.tern.cli.command.process.Environment;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.server.json.Json;
import dev.tern.text.Redaction;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints failures to stderr, in words or as JSON, and returns their exit codes. */
final class FailurePrinter {
    private final Environment environment;
    private final PrintStream err;
    private final Redaction redaction;
    private final TextStyle style;
    private final boolean json;
    private final boolean debug;

    /** A failure as JSON, in one line. */
    record ErrorJson(Details error) {
        /**
         * The details of a failure for {@code --json}.
         *
         * @param kind usage, user, operator, model, store, budget, interrupted or internal
         */
        record Details(String kind, String message, int exitCode) {}
    }

    FailurePrinter(Environment environment, Redaction redaction, boolean json, boolean debug, boolean noColor) {
        this.environment = environment;
        this.err = environment.err();
        this.redaction = redaction;
        this.style =
                environment.showsColours(environment.errIsTerminal(), noColor) ? TextStyle.COLOUR : TextStyle.PLAIN;
        this.json = json;
        this.debug = debug;
    }

    /** Prints an error of the command line, and returns its exit code. */
    int usage(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof UnmatchedArgumentException unmatched) {
            message = unmatched(command, unmatched);
        } else if (failure instanceof MissingParameterException missing) {
            message = missing.getMissing().stream().map(ArgSpec::paramLabel).collect(Collectors.joining(" and "))
                    + " is missing";
        }
        message += " (see " + command.getCommandSpec().qualifiedName() + " --help)";
        return report("usage", message, ExitCode.USAGE, failure);
    }

    private static String unmatched(CommandLine command, UnmatchedArgumentException failure) {
        String word = failure.getUnmatched().getFirst();
        boolean option = word.startsWith("-");
        Collection<String> known = option
                ? command.getCommandSpec().optionsMap().keySet()
                : command.getSubcommands().keySet();
        String problem = !option && known.isEmpty()
                ? "\"" + word + "\" is one word too many"
                : "there is no " + (option ? "option" : "command") + " \"" + word + "\"";
        return problem
                + (command.getParent() == null ? HelpTexts.synonym(word) : Optional.<String>empty())
                        .or(() -> SpellingCorrection.nearest(word, known))
                        .map(near -> "; did you mean \"" + near + "\"?")
                        .orElse("");
    }

    int execution(Throwable failure) {
        if (FailureCause.isInterruption(failure)) {
            Thread.interrupted();
            return report("interrupted", interrupted(failure), ExitCode.INTERRUPTED, failure);
        }
        if (failure instanceof ConfigurationException) {
            return report("usage", String.valueOf(failure.getMessage()), ExitCode.USAGE, failure);
        }
        if (failure instanceof TernException known) {
            String kind = known.fault().name().toLowerCase(Locale.ROOT);
            boolean spent = known.fault() == TernException.Fault.BUDGET;
            return report(
                    kind, String.valueOf(known.getMessage()), spent ? ExitCode.BUDGET : ExitCode.FAILURE, failure);
        }
        if (failure instanceof OutOfMemoryError) {
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            return report(
                    "user",
                    "out of memory: the heap may grow to " + megabytes
                            + " MB; allow more with TERN_JAVA_OPTS=-Xmx2g, or add fewer documents at a time",
                    ExitCode.FAILURE,
                    failure);
        }
        return report(
                "internal",
                "this is a mistake in Tern: " + failure + (debug ? "" : " (--debug shows where)"),
                ExitCode.FAILURE,
                failure);
    }

    private static String interrupted(Throwable failure) {
        return failure instanceof TernException ? String.valueOf(failure.getMessage()) : "interrupted";
    }

    private int report(String kind, String said, int exitCode, Throwable failure) {
        String message = environment.called(redaction.of(said));
        if (json) {
            err.println(Json.line(new ErrorJson(new ErrorJson.Details(kind, message, exitCode))));
        } else {
            err.println(style.bad("tern: ") + Printable.text(message));
        }
        if (debug) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            err.print(Printable.text(redaction.of(trace.toString())));
        }
        err.flush();
        return exitCode;
    }
}

package dev.tern.cli;

import dev.tern.app.Backend;
import dev.tern.cli.ask.AskCommands;
import dev.tern.cli.ask.DemoCommand;
import dev.tern.cli.ask.DemoCorpus;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.process.Environment;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.cli.command.process.TemporaryStore;
import dev.tern.models.Models;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "rehearsal",
        hidden = true,
        description = "Runs the usual commands without output: from the classes that this loads, the launcher makes the"
                + " archive of classes that later commands start from.")
final class RehearsalCommand implements Callable<Integer> {
    private final CommandContext context;
    private final CommandRunner runner;

    @Option(names = "--natives", paramLabel = "DIR", description = "Where to unpack the embedding model's libraries.")
    private @Nullable Path natives;

    interface CommandRunner {
        int run(Environment environment, Backend backend, String... arguments);
    }

    RehearsalCommand(CommandContext context, CommandRunner runner) {
        this.context = context;
        this.runner = runner;
    }

    @Override
    public Integer call() {
        if (natives != null) {
            Models.prepareNatives(natives);
        }
        try (TemporaryStore temporary = new TemporaryStore();
                DemoCorpus corpus = new DemoCorpus();
                PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            Environment real = context.environment();
            // Without the user's environment: a rehearsal needs no key and spends nothing.
            Environment quiet = new Environment(
                    nowhere, nowhere, true, true, Environment.USUAL_COLUMNS, Map.of(), temporary.folder());
            String store = temporary.directory().toString();
            String[][] commands = {
                // The help creates every command; each other command line creates only one.
                {"--help"},
                {"add", corpus.file().toString(), "--store", store},
                {"ask", DemoCommand.QUESTION, "--store", store},
                {"ask", DemoCommand.QUESTION, "--store", store, "--json"},
                {"chat", "--store", store},
                {"ask", "--compare", DemoCommand.QUESTION, "--store", store},
                {"retrieve", DemoCommand.QUESTION, "--store", store},
                {"graphs", "--store", store},
                {"demo"}
            };
            for (String[] command : commands) {
                int exitCode = runner.run(quiet, context.backend(), command);
                if (exitCode != ExitCode.OK) {
                    real.err().println("the rehearsal of \"tern " + command[0] + "\" ended with " + exitCode);
                    return exitCode;
                }
            }
            AskCommands.rehearse();
            ServeRehearsal.run(context.backend(), temporary.directory(), temporary.folder());
        }
        return ExitCode.OK;
    }
}

package dev.tern.cli;

import dev.tern.cli.add.AddCommands;
import dev.tern.cli.ask.AskCommands;
import dev.tern.cli.ask.DemoCommand;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandGroup;
import dev.tern.cli.command.CommandProvider;
import dev.tern.cli.command.ParameterOptions;
import dev.tern.cli.command.process.Version;
import dev.tern.cli.graphs.GraphCommandList;
import dev.tern.cli.serve.ServeCommands;
import dev.tern.cli.setup.SetupCommands;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

@Command(
        name = "tern",
        synopsisSubcommandLabel = "COMMAND",
        description = "Graph RAG on a vector database: finds what no single passage says.",
        versionProvider = RootCommand.VersionText.class,
        footer = {
            "",
            "Try \"tern demo\" first. Then: tern sync FOLDER; tern ask \"...\"",
            "Exit codes: 0 done, 1 failure, 2 usage or configuration,",
            "3 partly done, 4 --max-cost was reached,",
            "5 a removal was refused, 130 interrupted."
        })
final class RootCommand {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version and exit.")
    boolean version;

    static final class VersionText implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {Version.text()};
        }
    }

    /**
     * Creates the command line with only the command that the first word names, as creating all
     * takes longer than most commands run; with none for the version. If it names none, creates all.
     *
     * @param more creates additional commands
     * @param words the words after {@code tern}
     */
    static CommandLine commandLine(CommandContext context, Supplier<List<Object>> more, String... words) {
        CommandLine tern = new CommandLine(new RootCommand());
        if (words.length == 1 && List.of("-V", "--version").contains(words[0])) {
            return tern;
        }
        commands(context, more)
                .filter(command -> words.length > 0 && words[0].equals(name(command)))
                .findFirst()
                .ifPresentOrElse(command -> add(tern, command), () -> {
                    commands(context, more).forEach(command -> add(tern, command));
                    tern.addSubcommand(SetupCommands.newCompletion(context)).addSubcommand(new HelpCommand());
                });
        ParameterOptions.addTo(tern);
        addHelp(tern);
        tern.setHelpFactory(HelpTexts::help);
        return tern;
    }

    /**
     * Returns the commands, lazily, so that {@code tern ask} loads few others: plug-ins come last,
     * because loading them opens every jar.
     */
    private static Stream<Object> commands(CommandContext context, Supplier<List<Object>> more) {
        Stream<Object> own = Stream.<Supplier<List<Object>>>of(
                        () -> List.of(new DemoCommand(context)),
                        () -> AddCommands.of(context),
                        () -> AskCommands.of(context),
                        () -> GraphCommandList.of(context),
                        () -> SetupCommands.newDoctor(context),
                        () -> ServeCommands.of(context),
                        more)
                .flatMap(group -> group.get().stream());
        return Stream.concat(
                own,
                ServiceLoader.load(CommandProvider.class, CommandProvider.class.getClassLoader()).stream()
                        .flatMap(plugin -> plugin.get().commands(context).stream())
                        .sorted(Comparator.comparing(RootCommand::name)));
    }

    private static String name(Object command) {
        return command.getClass().getAnnotation(Command.class).name();
    }

    private static void add(CommandLine parent, Object command) {
        CommandLine line = new CommandLine(command);
        if (command instanceof CommandGroup group) {
            group.commands().forEach(below -> add(line, below));
        }
        parent.addSubcommand(line);
    }

    /** Adds {@code --help} to a command and its subcommands where it is missing. */
    private static void addHelp(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        if (spec.options().stream().noneMatch(OptionSpec::usageHelp)) {
            spec.addOption(OptionSpec.builder("-h", "--help")
                    .usageHelp(true)
                    .arity("0")
                    .type(boolean.class)
                    .description("Show this help and exit.")
                    .build());
        }
        command.getSubcommands().values().forEach(RootCommand::addHelp);
    }
}

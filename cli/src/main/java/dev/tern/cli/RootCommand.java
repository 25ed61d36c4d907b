package dev.tern.cli;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

@Command(
        name = "tern",
        synopsisSubcommandLabel = "COMMAND",
        description = "Graph RAG on a vector database: finds what no single passage says.",
        versionProvider = RootCommand.Version.class,
        footer = {
            "",
            "Try \"tern demo\" first. Then: tern add corpus.jsonl; tern ask \"...\"",
            "Exit codes: 0 done, 1 failure, 2 usage or configuration, 3 not all of it could be done, 4 --max-cost was",
            "reached, 130 interrupted."
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

    /** The version of Tern and of the Java under it. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = RootCommand.class.getPackage().getImplementationVersion();
            return new String[] {
                "tern " + (version == null ? "(unpackaged)" : version) + " on Java " + Runtime.version()
            };
        }
    }

    /** All commands over a context. */
    static CommandLine commandLine(Context context) {
        CommandLine config = new CommandLine(new ConfigCommand());
        config.addSubcommand(new ConfigCommand.Show(context));
        CommandLine eval = new CommandLine(new EvalCommand(context));
        eval.addSubcommand(new EvalConvertCommand(context));
        CommandLine completion = new CommandLine(new GenerateCompletion());
        completion.getCommandSpec().usageMessage().hidden(false);
        return new CommandLine(new RootCommand())
                .addSubcommand(new DemoCommand(context))
                .addSubcommand(new AddCommand(context))
                .addSubcommand(new EstimateCommand(context))
                .addSubcommand(new JobsCommand(context))
                .addSubcommand(new RetryFailedCommand(context))
                .addSubcommand(new CostsCommand(context))
                .addSubcommand(new AskCommand(context))
                .addSubcommand(new CompareCommand(context))
                .addSubcommand(new RetrieveCommand(context))
                .addSubcommand(new StatsCommand(context))
                .addSubcommand(new RemoveCommand(context))
                .addSubcommand(new QuarantineCommand(context))
                .addSubcommand(new GraphsCommand(context))
                .addSubcommand(new CopyCommand(context))
                .addSubcommand(new DropCommand(context))
                .addSubcommand(new ExportCommand(context))
                .addSubcommand(new ImportCommand(context))
                .addSubcommand(new BackupCommand(context))
                .addSubcommand(new RestoreCommand(context))
                .addSubcommand(new VerifyCommand(context))
                .addSubcommand(new ServeCommand(context))
                .addSubcommand(new McpCommand(context))
                .addSubcommand("eval", eval)
                .addSubcommand("config", config)
                .addSubcommand("completion", completion)
                .addSubcommand("help", new HelpCommand())
                .addSubcommand(new RehearsalCommand(context));
    }
}

package dev.tern.cli.serve;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.Setting;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.ExtractionFlags;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.StoreAddressFlag;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.cli.command.process.Version;
import dev.tern.server.front.Caller;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.mcp.McpStreams;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerSettings;
import dev.tern.store.GraphName;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "mcp",
        description = {
            "Lets an agent on this machine use the graphs of a store, by the Model Context Protocol over standard"
                    + " input and output.",
            "The agent starts and ends the command. Standard output carries the protocol only. "
                    + "\"tern serve\" offers the same tools over HTTP."
        })
final class McpCommand extends ConfiguredCommand {
    @Option(
            names = "--only-graph",
            paramLabel = "NAME",
            description = "A graph that the agent may see; can be given several times (default: all).")
    private Set<String> graphs = Set.of();

    @Mixin
    private final StoreAddressFlag store = new StoreAddressFlag();

    @Mixin
    private final McpFlags agents = new McpFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    @Mixin
    private final ExtractionFlags extraction = new ExtractionFlags();

    McpCommand(CommandContext context) {
        super(context);
    }

    @Override
    public boolean makesUseOf(Setting setting) {
        return !setting.isOfTheServer();
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store, agents, models, extraction);
        graphs.forEach(GraphName::require);
        if (!output().debug) {
            // Agents show output on stderr as an error.
            ServerLogs.to(environment().err(), redaction(), true);
        }
        ServerConfiguration choice =
                new ServerConfiguration(configuration, environment().directory(), redaction());
        ServerSettings settings = choice.forAgents();
        boolean changes = settings.mcpWrites() || settings.mcpEdits();
        Caller agent = new Caller(Caller.AGENT, changes ? Role.WRITE : Role.READ, graphs);
        if (!settings.mcpWrites()) {
            // To an agent that only reads, a misspelt store would look like an empty one.
            GraphSession.requireStore(configuration);
        }
        try (Graphs served = choice.graphs(backend(), false)) {
            new McpStreams(
                            settings,
                            served,
                            agent,
                            Version.text(),
                            environment().out())
                    .serve(environment().in());
        }
        return ExitCode.OK;
    }
}

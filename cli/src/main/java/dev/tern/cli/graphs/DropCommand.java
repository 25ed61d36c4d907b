package dev.tern.cli.graphs;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.Setting;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Flags;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreAddressFlag;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "drop",
        description = {
            "Deletes a graph with all its content, for good.",
            "Without --yes it deletes nothing: it shows the size of the graph, and fails."
        })
final class DropCommand extends ConfiguredCommand {
    private final GraphArgument graph = new GraphArgument();

    @Option(names = "--yes", description = "Really delete it.")
    private boolean yes;

    @Mixin
    private final StoreAddressFlag store = new StoreAddressFlag();

    /** An argument that names a graph, as a setting that is validated with the others. */
    static final class GraphArgument extends Flags {}

    /** The result as JSON, in which {@code dropped} is always true. */
    record DroppedJson(String store, String graph, boolean dropped) {}

    DropCommand(CommandContext context) {
        super(context);
    }

    @Parameters(paramLabel = "GRAPH", description = "The name of the graph.")
    void graph(String name) {
        graph.set(Setting.GRAPH, "GRAPH", name);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store, graph);
        GraphSession.requireStore(configuration);
        String name = configuration.graph();
        try (GraphCatalog catalog = backend().catalog(configuration.store())) {
            if (!yes) {
                String held = describeGraph(catalog, name).orElseThrow(() -> noGraph(catalog, configuration));
                throw TernException.user("nothing was dropped: the graph \"" + name + "\" in "
                        + configuration.storeShown() + " holds " + held
                        + ". Run the command again with --yes to delete it");
            }
            if (!catalog.drop(name)) {
                throw noGraph(catalog, configuration);
            }
        }
        if (json()) {
            printJson(new DroppedJson(configuration.storeShown(), name, true));
        } else if (!output().quiet) {
            print(List.of("dropped graph " + style().bold(name) + " of " + configuration.storeShown()));
        }
        return ExitCode.OK;
    }

    static TernException noGraph(GraphCatalog catalog, Configuration configuration) {
        List<String> others = catalog.graphs();
        return TernException.user("there is no graph \"" + configuration.graph() + "\" in "
                + configuration.storeShown()
                + (others.isEmpty() ? "" : "; the graphs there are " + GraphSession.joinNames(others)));
    }

    /** Describes a graph, even an unreadable one, as it can be dropped too; empty if missing. */
    private static Optional<String> describeGraph(GraphCatalog catalog, String name) {
        try (GraphStore graph = catalog.open(name);
                GraphView view = graph.view()) {
            if (view.description().isEmpty()) {
                return Optional.empty();
            }
            GraphStatistics counts = view.statistics();
            return Optional.of(Phrases.count(counts.documents(), "document") + ", "
                    + Phrases.count(counts.passages(), "passage") + ", " + Phrases.count(counts.entities(), "entity")
                    + " and " + Phrases.count(counts.relations(), "relation"));
        } catch (TernException e) {
            return Optional.of("unreadable content (" + e.getMessage() + ")");
        }
    }
}

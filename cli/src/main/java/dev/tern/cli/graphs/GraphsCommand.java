package dev.tern.cli.graphs;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.Setting;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreAddressFlag;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "graphs", description = "Lists the graphs of a store, or one of them, with their models and counts.")
final class GraphsCommand extends ConfiguredCommand {
    @Option(
            names = "--no-counts",
            negatable = true,
            description = "Count the content of each graph (default), which can be slow on a large server.")
    private boolean counts = true;

    private final DropCommand.GraphArgument graph = new DropCommand.GraphArgument();

    @Mixin
    private final StoreAddressFlag store = new StoreAddressFlag();

    /** The graphs of a store as JSON, in alphabetical order. */
    record GraphsJson(String store, List<GraphJson> graphs) {}

    /**
     * A graph as JSON.
     *
     * @param embeddingModel the model that made its vectors
     * @param counts left out with {@code --no-counts}
     * @param hidden the patterns of sources that are in no answer; included in the counts
     * @param problem the reason why the graph cannot be read; all values except the name are then
     *     left out
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record GraphJson(
            String name,
            @Nullable String embeddingModel,
            @Nullable Integer dimension,
            @JsonUnwrapped @Nullable GraphStatistics counts,
            @Nullable List<String> hidden,
            @Nullable String problem) {}

    GraphsCommand(CommandContext context) {
        super(context);
    }

    @Parameters(arity = "0..1", paramLabel = "GRAPH", description = "List this graph only.")
    void graph(String name) {
        graph.set(Setting.GRAPH, "GRAPH", name);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store, graph);
        GraphSession.requireStore(configuration);
        List<GraphJson> graphs = new ArrayList<>();
        try (GraphCatalog catalog = backend().catalog(configuration.store())) {
            boolean named = !graph.values().isEmpty();
            for (String name : named ? List.of(configuration.graph()) : catalog.graphs()) {
                readGraph(catalog, name).ifPresent(graphs::add);
            }
            if (named && graphs.isEmpty()) {
                throw DropCommand.noGraph(catalog, configuration);
            }
        }
        if (json()) {
            printJson(new GraphsJson(configuration.storeShown(), graphs));
        } else if (graphs.isEmpty()) {
            printRemark("there are no graphs in " + configuration.storeShown());
        } else {
            print(lines(graphs));
        }
        return ExitCode.OK;
    }

    /** Reads a graph's model and counts; empty if the graph was dropped meanwhile. */
    private Optional<GraphJson> readGraph(GraphCatalog catalog, String name) {
        try (GraphStore graph = catalog.open(name);
                GraphView view = graph.view()) {
            GraphStatistics held = counts ? view.statistics() : null;
            return view.description()
                    .map(made -> new GraphJson(
                            name,
                            made.embeddingModel(),
                            made.dimension(),
                            held,
                            view.notes().sources().hidden(),
                            null));
        } catch (TernException e) {
            if (!graph.values().isEmpty()) {
                throw e;
            }
            // An unreadable graph, such as another version's, does not hide the others.
            return Optional.of(new GraphJson(name, null, null, null, null, String.valueOf(e.getMessage())));
        }
    }

    private List<String> lines(List<GraphJson> graphs) {
        int width =
                graphs.stream().mapToInt(graph -> graph.name().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (GraphJson graph : graphs) {
            String name = style().bold(String.format("%-" + width + "s", graph.name())) + "  ";
            if (graph.problem() != null) {
                lines.add(name + style().warning(Printable.text(graph.problem())));
                continue;
            }
            String model = Printable.text(graph.embeddingModel() + ", " + graph.dimension() + " dimensions");
            GraphStatistics held = graph.counts();
            lines.add(
                    held == null
                            ? name + model
                            : name + model + ", " + Phrases.count(held.documents(), "document") + ", "
                                    + Phrases.count(held.passages(), "passage") + ", "
                                    + Phrases.count(held.entities(), "entity") + ", "
                                    + Phrases.count(held.relations(), "relation"));
            HiddenSourcesLine.of(Objects.requireNonNullElse(graph.hidden(), List.of()))
                    .ifPresent(shown -> lines.add("  " + shown));
        }
        return lines;
    }
}

package dev.tern.cli.graphs;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "stats", description = "Counts the content of the graph.")
final class StatsCommand extends ConfiguredCommand {
    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The counts as JSON.
     *
     * @param embeddingModel the model that made the vectors
     * @param hidden the patterns of sources that are in no answer; included in the counts
     */
    record StatsJson(
            String store,
            String graph,
            @JsonUnwrapped GraphStatistics counts,
            String embeddingModel,
            int dimension,
            List<String> hidden) {}

    StatsCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        return GraphSession.inGraph(configuration(store), backend(), (graph, configuration) -> {
            GraphDescription description;
            GraphStatistics counts;
            List<String> hidden;
            try (GraphView view = graph.view()) {
                description = view.description().orElseThrow();
                counts = view.statistics();
                hidden = view.notes().sources().hidden();
            }
            if (json()) {
                printJson(new StatsJson(
                        configuration.storeShown(),
                        configuration.graph(),
                        counts,
                        description.embeddingModel(),
                        description.dimension(),
                        hidden));
            } else {
                List<String> lines = new ArrayList<>(lines(configuration, counts, description));
                HiddenSourcesLine.of(hidden).ifPresent(shown -> lines.add("  " + shown));
                print(lines);
            }
            return ExitCode.OK;
        });
    }

    private List<String> lines(Configuration configuration, GraphStatistics counts, GraphDescription description) {
        return List.of(
                style().bold("graph " + configuration.graph()) + " in " + configuration.storeShown(),
                line("documents", counts.documents()),
                line("passages", counts.passages()),
                line("entities", counts.entities()),
                line("relations", counts.relations()),
                "  embedded by  " + description.embeddingModel() + ", " + description.dimension() + " dimensions");
    }

    private static String line(String noun, long count) {
        return String.format(Locale.ROOT, "  %-9s %,12d", noun, count);
    }
}

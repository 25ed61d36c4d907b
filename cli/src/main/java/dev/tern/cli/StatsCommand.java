package dev.tern.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.cli.config.Configuration;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "stats", description = "Counts what the graph holds.")
final class StatsCommand extends TernCommand {
    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The counts as programs see them.
     *
     * @param store the store
     * @param graph the graph
     * @param documents documents
     * @param passages passages
     * @param entities entities
     * @param relations distinct relations
     * @param embeddingModel the model that made the vectors; missing in an empty graph
     * @param dimension the length of the vectors; missing in an empty graph
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record StatsJson(
            String store,
            String graph,
            long documents,
            long passages,
            long entities,
            long relations,
            @Nullable String embeddingModel,
            @Nullable Integer dimension) {}

    StatsCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store);
        Session.requireStore(configuration);
        try (GraphStore graph = backend().store(configuration)) {
            GraphStatistics counts = graph.statistics();
            Optional<GraphDescription> description = graph.description();
            if (json()) {
                printJson(new StatsJson(
                        configuration.storeShown(),
                        configuration.graph(),
                        counts.documents(),
                        counts.passages(),
                        counts.entities(),
                        counts.relations(),
                        description.map(GraphDescription::embeddingModel).orElse(null),
                        description.map(GraphDescription::dimension).orElse(null)));
            } else {
                print(lines(configuration, counts, description));
            }
        }
        return OK;
    }

    private List<String> lines(
            Configuration configuration, GraphStatistics counts, Optional<GraphDescription> description) {
        return List.of(
                style().bold("graph " + configuration.graph()) + " in " + configuration.storeShown(),
                line("documents", counts.documents()),
                line("passages", counts.passages()),
                line("entities", counts.entities()),
                line("relations", counts.relations()),
                "  embedded by  "
                        + description
                                .map(made -> made.embeddingModel() + ", " + made.dimension() + " dimensions")
                                .orElse("nothing yet"));
    }

    private static String line(String noun, long count) {
        return String.format(Locale.ROOT, "  %-9s %,12d", noun, count);
    }
}

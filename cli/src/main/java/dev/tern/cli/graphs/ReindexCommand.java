package dev.tern.cli.graphs;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.EmbeddingFlags;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.store.GraphStore;
import dev.tern.transfer.verify.Reindex;
import dev.tern.transfer.verify.ReindexReport;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "reindex",
        description = {
            "Rebuilds the statements and entities of a graph from its passages. Run it if tern "
                    + "verify reports faults.",
            "Only missing vectors are embedded, and no other model is called. If interrupted, run "
                    + "it again. Do not write to the graph meanwhile."
        })
final class ReindexCommand extends ConfiguredCommand {
    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final EmbeddingFlags models = new EmbeddingFlags();

    /** The report of reindexing as JSON, with the store and the graph. */
    record ReindexedJson(
            String store, String graph, @JsonUnwrapped ReindexReport report) {}

    ReindexCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        return GraphSession.inGraph(configuration(store, models), backend(), this::reindex);
    }

    private int reindex(GraphStore graph, Configuration configuration) {
        long passages = graph.latest().statistics().passages();
        try (ProgressBars progress = progress()) {
            ReindexReport report = Reindex.run(
                    graph,
                    () -> ImportCommand.embedder(this, configuration, graph),
                    written -> progress.show("Reindexing", written, passages));
            progress.end();
            report(configuration, report);
        }
        return ExitCode.OK;
    }

    private void report(Configuration configuration, ReindexReport report) {
        if (json()) {
            printJson(new ReindexedJson(configuration.storeShown(), configuration.graph(), report));
        } else if (!output().quiet) {
            print(List.of("graph " + style().bold(configuration.graph()) + " of " + configuration.storeShown() + ": "
                    + Phrases.count(report.passages(), "passage") + " written again, "
                    + Phrases.count(report.removedRows(), "row") + " removed, "
                    + Phrases.count(report.embeddedTexts(), "text") + " embedded"
                    + style().faint(" in " + Phrases.time(report.millis()))));
        }
    }
}

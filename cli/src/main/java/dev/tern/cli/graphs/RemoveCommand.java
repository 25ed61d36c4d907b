package dev.tern.cli.graphs;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.ingest.DocumentRemoval;
import dev.tern.store.GraphView;
import dev.tern.store.shared.StoreWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "remove",
        description = "Removes documents, and the statements that no other document contains, from the graph, "
                + "its edits and its themes.")
final class RemoveCommand extends ConfiguredCommand {
    @Parameters(arity = "1..*", paramLabel = "DOCUMENT", description = "The ids of the documents.")
    private List<String> documentIds = List.of();

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The result as JSON.
     *
     * @param removed the number of documents removed
     * @param unknown the given ids that the graph does not have
     */
    record RemovedJson(int removed, List<String> unknown) {}

    RemoveCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        return GraphSession.inGraph(configuration(store), backend(), (graph, configuration) -> {
            Set<String> unknown = new LinkedHashSet<>(documentIds);
            for (Embedded<Passage> passage : graph.latest().passages(GraphView.PassagesBy.DOCUMENT, documentIds)) {
                unknown.remove(passage.value().documentId());
            }
            int removed = DocumentRemoval.remove(
                    graph, documentIds, ids -> StoreWriter.of(graph).remove(() -> ids));
            if (json()) {
                printJson(new RemovedJson(removed, List.copyOf(unknown)));
            } else {
                if (!output().quiet) {
                    print(List.of("removed " + Phrases.count(removed, "document")));
                }
                for (String id : unknown) {
                    warn("the graph has no document \"" + id + "\"");
                }
            }
            return unknown.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
        });
    }
}

package dev.tern.cli.graphs;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.FileArgument;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.Phrases;
import dev.tern.cli.output.ProgressBars;
import dev.tern.cli.process.ExitCode;
import dev.tern.store.GraphStore;
import dev.tern.transfer.ExportReport;
import dev.tern.transfer.GraphBackup;
import dev.tern.transfer.scan.GraphChecksum;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "backup",
        description = {
            "Writes everything in the graph to one file, vectors included; it is there whole or not at all.",
            "An embedded store may be read and written meanwhile. A graph on a Milvus server should not be written"
                    + " during its backup."
        })
final class BackupCommand extends ConfiguredCommand {
    @Parameters(paramLabel = "FILE", description = "The file to write, as in graph.jsonl.gz.")
    private String file = "";

    @Option(names = "--force", description = "Overwrite an existing file.")
    private boolean force;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * What was backed up, as programs see it.
     *
     * @param store the store
     * @param graph the graph
     * @param file the file
     * @param passages passages in it
     * @param statements statements of these
     * @param rows the counts and checksums of the graph
     * @param millis time on the clock
     */
    record BackedUpJson(
            String store,
            String graph,
            String file,
            long passages,
            long statements,
            Optional<GraphChecksum> rows,
            double millis) {}

    BackupCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        return Session.inGraph(configuration(store), backend(), this::backUp);
    }

    private int backUp(GraphStore graph, Configuration configuration) {
        try (ProgressBars progress = progress()) {
            ExportReport report = GraphBackup.write(
                    graph, FileArgument.path(file, environment()), force, ExchangeSteps.shownBy(progress));
            if (json()) {
                printJson(new BackedUpJson(
                        configuration.storeShown(),
                        configuration.graph(),
                        file,
                        report.passages(),
                        report.statements(),
                        report.checksum(),
                        report.millis()));
            } else if (!output().quiet) {
                print(List.of(style().bold(Phrases.count(report.passages(), "passage")) + " with "
                        + Phrases.count(report.statements(), "statement") + " of graph " + configuration.graph()
                        + " in "
                        + file + style().faint(" in " + Phrases.time(report.millis()))));
            }
        }
        return ExitCode.OK;
    }
}

package dev.tern.cli.graphs;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.FileArgument;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.ProgressBars;
import dev.tern.cli.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.transfer.GraphBackup;
import dev.tern.transfer.ImportReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "restore",
        description = {
            "Makes a graph from a backup, in any store, and compares it with the checksums of the backup.",
            "The graph must not hold anything else. Run again after an interruption it goes on where it stopped."
        })
final class RestoreCommand extends ConfiguredCommand {
    @Parameters(paramLabel = "FILE", description = "The backup, or an export with vectors.")
    private String file = "";

    @Option(
            names = "--without-notes",
            description = "Leave out what came along beside the passages: sources, edits, weights, quarantine, aliases,"
                    + " themes.")
    private boolean withoutNotes;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    RestoreCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store);
        ProgressBars progress = progress();
        try (GraphCatalog catalog = backend().catalog(configuration.store());
                GraphStore graph = catalog.open(configuration.graph());
                progress) {
            ImportReport report = GraphBackup.restore(
                    FileArgument.path(file, environment()), graph, !withoutNotes, ExchangeSteps.shownBy(progress));
            new ImportedText(this, configuration).print(file, report, "--without-notes");
        } catch (TernException e) {
            ExchangeSteps.remark(this, progress, e);
            throw e;
        }
        return ExitCode.OK;
    }
}

package dev.tern.cli.graphs;

import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.app.AppSettings;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.EmbeddingFlags;
import dev.tern.cli.command.FileArgument;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Parameter;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.transfer.GraphImport;
import dev.tern.transfer.ImportReport;
import dev.tern.transfer.ImportedNotes;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = {
            "Imports a graph that was exported as jsonl; documents with the same ids are replaced.",
            "A file with vectors needs no embedding model. A damaged file is refused before " + "anything is written.",
            "Run again after an interruption, it goes on where it stopped."
        })
final class ImportCommand extends ConfiguredCommand {
    @Parameters(paramLabel = "FILE", description = "The exported graph, compressed with gzip or not.")
    private String file = "";

    @Option(names = "--without-notes", description = "Leave out notes: sources, edits, rules about sources, themes.")
    private boolean withoutNotes;

    @Option(
            names = "--with-notes",
            description = "Import notes although the graph holds other documents, to all of which they then apply.")
    private boolean withNotes;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final EmbeddingFlags models = new EmbeddingFlags();

    ImportCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        if (withNotes && withoutNotes) {
            throw new ConfigurationException(List.of("--with-notes and --without-notes exclude each other"));
        }
        Configuration wanted = configuration(store, models);
        ProgressBars progress = progress();
        try (GraphCatalog catalog = backend().catalog(wanted.store());
                GraphStore graph = catalog.open(wanted.graph());
                progress) {
            ImportReport report = GraphImport.read(
                    FileArgument.path(file, environment()),
                    graph,
                    () -> embedder(this, wanted, graph),
                    notes(),
                    TransferProgress.shownBy(progress));
            new ImportReportPrinter(this, wanted)
                    .print(
                            file,
                            report,
                            withoutNotes
                                    ? "--without-notes"
                                    : "the graph holds other documents; --with-notes imports them, and they apply to"
                                            + " all");
        } catch (TernException e) {
            TransferProgress.printPart(
                    this, progress, TransferProgress.IMPORTING, "in the graph; run the same command", e);
            throw e;
        }
        return ExitCode.OK;
    }

    private ImportedNotes notes() {
        if (withNotes) {
            return ImportedNotes.ALWAYS;
        }
        return withoutNotes ? ImportedNotes.NEVER : ImportedNotes.IF_EMPTY;
    }

    /** Returns an embedder for passages, with the graph's embedding model. */
    static TextEmbedder embedder(TernCommand command, Configuration wanted, GraphStore graph) {
        AppSettings settings =
                wanted.settingsWithoutChat().forGraph(graph.latest().description());
        return new TextEmbedder(
                command.backend().embeddingModel(settings.embedding(), null),
                EmbeddingInputType.DOCUMENT,
                settings.parameters().get(Parameter.EMBED_BATCH),
                new Meter());
    }
}

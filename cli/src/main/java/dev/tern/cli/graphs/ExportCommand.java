package dev.tern.cli.graphs;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.FileArgument;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.store.GraphStore;
import dev.tern.transfer.ExportFormat;
import dev.tern.transfer.ExportReport;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphExport;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "export",
        description = {
            "Writes the graph to a file, or to standard output; --vectors --output graph.jsonl.gz "
                    + "makes a backup, which tern import restores into a new graph.",
            "jsonl holds the whole graph and can be imported again; graphml is for programs that " + "draw graphs."
        })
final class ExportCommand extends ConfiguredCommand {
    private static final String STANDARD_OUTPUT = "-";

    @Option(names = "--format", paramLabel = "FORMAT", description = "jsonl or graphml (default: jsonl).")
    private String format = "jsonl";

    @Option(
            names = "--vectors",
            description = "Include all vectors, so that nothing has to be embedded again; jsonl only.")
    private boolean vectors;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "The file to write, compressed with gzip if it ends with .gz; - for standard output "
                    + "(default: the graph's name, with the ending of the format, in the current folder).")
    private @Nullable String output;

    @Option(names = "--force", description = "Overwrite an existing file.")
    private boolean force;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The result of an export as JSON.
     *
     * @param vectors true if the file has the vectors
     * @param statements the number of statements in the exported passages
     */
    record ExportedJson(
            String store,
            String graph,
            String file,
            ExportFormat format,
            boolean vectors,
            long passages,
            long statements,
            double millis) {}

    ExportCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        ExportSettings settings = new ExportSettings(format(), vectors);
        if (STANDARD_OUTPUT.equals(output) && json()) {
            throw TernException.user("--json prints on standard output, as the graph does; name a file");
        }
        return GraphSession.inGraph(
                configuration(store), backend(), (graph, configuration) -> export(graph, configuration, settings));
    }

    private int export(GraphStore graph, Configuration configuration, ExportSettings settings) {
        try (ProgressBars progress = progress()) {
            if (STANDARD_OUTPUT.equals(output)) {
                GraphExport.write(graph, settings, environment().out(), TransferProgress.shownBy(progress));
                return ExitCode.OK;
            }
            String file = output == null
                    ? configuration.graph() + "." + settings.format().fileExtension()
                    : output;
            ExportReport report = GraphExport.write(
                    graph, settings, FileArgument.path(file, environment()), force, TransferProgress.shownBy(progress));
            report(configuration, file, settings, report);
        }
        return ExitCode.OK;
    }

    private ExportFormat format() {
        for (ExportFormat known : ExportFormat.values()) {
            if (known.fileExtension().equals(format)) {
                return known;
            }
        }
        throw TernException.user("there is no format \"" + format + "\"; the formats are jsonl and graphml");
    }

    private void report(Configuration configuration, String file, ExportSettings settings, ExportReport report) {
        if (json()) {
            printJson(new ExportedJson(
                    configuration.storeShown(),
                    configuration.graph(),
                    file,
                    settings.format(),
                    settings.vectors(),
                    report.passages(),
                    report.statements(),
                    report.millis()));
        } else if (!output().quiet) {
            print(List.of(style().bold(Phrases.count(report.passages(), "passage")) + " with "
                    + Phrases.count(report.statements(), "statement") + " of graph " + configuration.graph() + " in "
                    + file + style().faint(" in " + Phrases.time(report.millis()))));
        }
    }
}

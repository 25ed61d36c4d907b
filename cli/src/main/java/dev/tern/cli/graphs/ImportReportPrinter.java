package dev.tern.cli.graphs;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.transfer.ImportReport;
import dev.tern.transfer.TransferredNotes;
import dev.tern.transfer.checksum.GraphChecksum;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the result of an import as text or as JSON. */
final class ImportReportPrinter {
    private final TernCommand command;
    private final Configuration configuration;

    /**
     * The result of an import as JSON.
     *
     * @param unchanged passages that the graph already had
     * @param removed passages removed because their documents have changed
     * @param rows the counts and checksums of the graph, which are the same as in the file; left
     *     out if they cannot be compared
     * @param notes the counts of the file's notes, and whether they were imported
     */
    record ImportedJson(
            String file,
            String store,
            String graph,
            long passages,
            long unchanged,
            long written,
            long removed,
            long embeddedTexts,
            Optional<GraphChecksum> rows,
            TransferredNotes notes,
            double millis) {}

    ImportReportPrinter(TernCommand command, Configuration configuration) {
        this.command = command;
        this.configuration = configuration;
    }

    /**
     * Prints the result of an import.
     *
     * @param notesHint the reason, in parentheses, if notes were left out
     */
    void print(String file, ImportReport report, String notesHint) {
        if (command.json()) {
            command.printJson(new ImportedJson(
                    file,
                    configuration.storeShown(),
                    configuration.graph(),
                    report.passages(),
                    report.unchanged(),
                    report.written(),
                    report.removed(),
                    report.embeddedTexts(),
                    report.checksum(),
                    report.notes(),
                    report.millis()));
            return;
        }
        if (command.output().quiet) {
            return;
        }
        List<String> lines = new ArrayList<>();
        String unchanged =
                report.unchanged() == 0 ? "" : String.format(Locale.ROOT, " (%,d were there)", report.unchanged());
        lines.add(command.style().bold(Phrases.count(report.passages(), "passage") + unchanged) + " in graph "
                + configuration.graph() + " of " + configuration.storeShown()
                + command.style().faint(" in " + Phrases.time(report.millis())));
        if (report.removed() > 0) {
            lines.add(command.style()
                    .faint(Phrases.count(report.removed(), "passage")
                            + " removed, because their documents have changed since"));
        }
        if (report.embeddedTexts() > 0) {
            lines.add(command.style().faint(Phrases.count(report.embeddedTexts(), "text") + " embedded"));
        }
        if (report.checksum().isPresent()) {
            lines.add(command.style().faint("the checksums of graph and file are equal"));
        }
        NotesText.sentence(report.notes(), notesHint)
                .ifPresent(said -> lines.add(command.style().warning(said)));
        command.print(lines);
    }
}

package dev.tern.cli.graphs;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.transfer.CopyReport;
import dev.tern.transfer.GraphCopy;
import dev.tern.transfer.TransferListener;
import dev.tern.transfer.TransferListener.TransferStep;
import dev.tern.transfer.TransferredNotes;
import dev.tern.transfer.checksum.GraphChecksum;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "copy",
        description = {
            "Copies a graph from one store to another, vectors included: nothing is embedded, no model is needed.",
            "Run again after an interruption, it goes on where it stopped. At the end both graphs "
                    + "are compared by counts and checksums; a difference is a failure.",
            "Settings of Milvus (token, user, timeouts, ...) apply to both stores."
        })
final class CopyCommand extends ConfiguredCommand {
    private static final String COPYING = "Copying";

    @Mixin
    private final CopyFlags flags = new CopyFlags();

    /**
     * A copy as JSON.
     *
     * @param from the copied store and graph, with its contents
     * @param to the target store and graph, with its contents after the copy
     * @param unchanged passages that the target already had
     * @param removed passages removed because their documents have changed
     * @param same true if the rows of both graphs are the same
     * @param notes the counts of the source's notes, and whether they were copied
     */
    record CopiedJson(
            SideJson from,
            SideJson to,
            long passages,
            long unchanged,
            long written,
            long removed,
            boolean same,
            TransferredNotes notes,
            double millis) {}

    /** One side of a copy, with the counts and checksums of its rows. */
    record SideJson(String store, String graph, GraphChecksum rows) {}

    CopyCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration from = configuration(flags.source());
        Configuration to = configuration(flags.target());
        GraphSession.requireStore(from);
        try (GraphCatalog sources = backend().catalog(from.store());
                GraphCatalog targets = backend().catalog(to.store())) {
            if (sources.location().equals(targets.location()) && from.graph().equals(to.graph())) {
                throw TernException.user(
                        "--from and --to are the same graph: \"" + from.graph() + "\" in " + sources.location());
            }
            try (GraphStore source = sources.open(from.graph());
                    GraphStore target = targets.open(to.graph())) {
                if (source.latest().description().isEmpty()) {
                    throw GraphSession.noGraph(sources, from);
                }
                CopyReport report = copy(source, target);
                print(report, from, to);
                report.requireSame();
            }
        }
        return ExitCode.OK;
    }

    private CopyReport copy(GraphStore source, GraphStore target) {
        ProgressBars progress = progress();
        TransferListener listener = (step, done, total) ->
                progress.show(step == TransferStep.COMPARING ? "Comparing" : COPYING, done, total);
        try (progress) {
            return GraphCopy.copy(source, target, !flags.withoutNotes, listener);
        } catch (TernException e) {
            TransferProgress.printPart(this, progress, COPYING, "copied; run the same copy", e);
            throw e;
        }
    }

    private void print(CopyReport report, Configuration from, Configuration to) {
        boolean same = report.differing().isEmpty();
        if (json()) {
            printJson(new CopiedJson(
                    new SideJson(from.storeShown(), from.graph(), report.source()),
                    new SideJson(to.storeShown(), to.graph(), report.target()),
                    report.passages(),
                    report.unchanged(),
                    report.written(),
                    report.removed(),
                    same,
                    report.notes(),
                    report.millis()));
            return;
        }
        if (output().quiet) {
            return;
        }
        List<String> lines = new ArrayList<>();
        String unchanged =
                report.unchanged() == 0 ? "" : String.format(Locale.ROOT, " (%,d were there)", report.unchanged());
        lines.add(style().bold(Phrases.count(report.passages(), "passage") + unchanged) + " in graph " + to.graph()
                + " of " + to.storeShown() + style().faint(" in " + Phrases.time(report.millis())));
        if (report.removed() > 0) {
            lines.add(style().faint(Phrases.count(report.removed(), "passage")
                    + " removed, because their documents have changed since"));
        }
        lines.add(style().faint(String.format("%-10s %12s  %s", "", "rows", "checksum")));
        lines.add(
                compared("passages", report.source().passages(), report.target().passages()));
        lines.add(compared(
                "statements", report.source().relations(), report.target().relations()));
        lines.add(
                compared("entities", report.source().entities(), report.target().entities()));
        NotesText.sentence(report.notes(), "--without-notes").ifPresent(said -> lines.add(style().warning(said)));
        print(lines);
    }

    private String compared(String noun, GraphChecksum.Rows source, GraphChecksum.Rows target) {
        if (source.equals(target)) {
            return row(noun, source) + "  " + style().good("same in both");
        }
        return style().bad(row(noun, source) + "  was copied") + "\n" + style().bad(row("", target) + "  is there");
    }

    private static String row(String noun, GraphChecksum.Rows rows) {
        return String.format(Locale.ROOT, "%-10s %,12d  %s", noun, rows.rows(), rows.sum());
    }
}

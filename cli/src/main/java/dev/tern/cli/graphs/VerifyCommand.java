package dev.tern.cli.graphs;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.store.GraphStore;
import dev.tern.transfer.verify.RowProblem;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "verify",
        description = {
            "Checks every row, id and vector of the graph for damage.",
            "Exit code 0: nothing is wrong; 3: something is, and tern reindex repairs it. A graph "
                    + "on a Milvus server should not be written meanwhile."
        })
final class VerifyCommand extends ConfiguredCommand {
    private static final int PROBLEMS_SHOWN = 20;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The result as JSON.
     *
     * @param whole true if no problem was found
     * @param found the result of the check
     * @param hidden the patterns of sources that are in no answer; checked like others
     */
    record VerifiedJson(String store, String graph, boolean whole, ProblemsJson found, List<String> hidden) {}

    /**
     * The result of the check as JSON.
     *
     * @param counts the number of problems of each kind, by the name of the kind
     * @param problems the first problems, at most {@link Verification#MAX_PROBLEMS}
     */
    record ProblemsJson(
            long passages,
            long statements,
            long entities,
            Map<String, Long> counts,
            List<RowProblem> problems,
            double millis) {
        static ProblemsJson of(VerificationReport report) {
            Map<String, Long> counts = new TreeMap<>();
            report.counts().forEach((flaw, count) -> counts.put(flaw.name().toLowerCase(Locale.ROOT), count));
            return new ProblemsJson(
                    report.passages(),
                    report.relations(),
                    report.entities(),
                    counts,
                    report.problems(),
                    report.millis());
        }
    }

    VerifyCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        return GraphSession.inGraph(configuration(store), backend(), this::verify);
    }

    private int verify(GraphStore graph, Configuration configuration) {
        try (ProgressBars progress = progress()) {
            VerificationReport found = Verification.check(graph, rows -> progress.show("Checking", rows, -1));
            progress.end();
            report(configuration, graph, found);
            return found.isWhole() ? ExitCode.OK : ExitCode.INCOMPLETE;
        }
    }

    private void report(Configuration configuration, GraphStore graph, VerificationReport found) {
        List<String> hidden = graph.latest().notes().sources().hidden();
        if (json()) {
            printJson(new VerifiedJson(
                    configuration.storeShown(),
                    configuration.graph(),
                    found.isWhole(),
                    ProblemsJson.of(found),
                    hidden));
            return;
        }
        List<String> lines = new ArrayList<>();
        if (!output().quiet) {
            lines.add("graph " + style().bold(configuration.graph()) + " of " + configuration.storeShown() + ": "
                    + Phrases.count(found.passages(), "passage") + ", " + Phrases.count(found.relations(), "statement")
                    + ", " + Phrases.count(found.entities(), "entity")
                    + style().faint(" checked in " + Phrases.time(found.millis())));
            HiddenSourcesLine.of(hidden).ifPresent(lines::add);
        }
        addProblems(lines, found);
        if (found.isWhole() && !output().quiet) {
            lines.add(style().good("nothing is wrong"));
        }
        print(lines);
    }

    private void addProblems(List<String> lines, VerificationReport report) {
        if (report.isWhole()) {
            return;
        }
        lines.add(style().bad(Phrases.count(report.problemCount(), "problem") + ":"));
        for (RowProblem problem :
                report.problems().stream().limit(PROBLEMS_SHOWN).toList()) {
            lines.add("  " + problem.kind().name().toLowerCase(Locale.ROOT) + " " + problem.id() + ", "
                    + problem.flaw().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": "
                    + Printable.text(problem.words()).replace('\n', ' '));
        }
        if (report.problemCount() > PROBLEMS_SHOWN) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  and %,d more (--json lists up to %,d)",
                    report.problemCount() - PROBLEMS_SHOWN,
                    Verification.MAX_PROBLEMS));
        }
        lines.add(environment().called("tern reindex rebuilds statements and entities from the passages"));
    }
}

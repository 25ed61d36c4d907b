package dev.tern.cli.add;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.graph.Extraction;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.RunCounts;
import dev.tern.models.kept.RunRecord;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphVisitor;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "jobs",
        description = {
            "Lists the runs that added documents from this machine, and the progress of the graph's passages.",
            "Waiting passages go on when the same documents are added again, or with tern add "
                    + "without a PLACE. --costs adds up the costs of models, at the prices of each call."
        })
final class JobsCommand extends ConfiguredCommand {
    private static final int SHOWN_FAILURES = 1_000;

    /** The commands of runs that only call models, which have costs but add nothing. */
    private static final Set<String> ASKING =
            Set.of("tern ask", "tern chat", "tern retrieve", "tern doctor", "tern init", "tern serve: questions");

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "10",
            description = "The maximum number of runs to list, latest first (default: 10).")
    private int last = 10;

    @Option(names = "--all-graphs", description = "Also list the runs, or count the costs, of other graphs and stores.")
    private boolean allGraphs;

    @Option(names = "--failed", description = "List the passages whose extraction failed, and why.")
    private boolean failed;

    @Option(
            names = "--costs",
            arity = "0..1",
            fallbackValue = "step",
            paramLabel = "BY",
            description = "Only show this machine's costs of models for the graph, by step, model, document, run "
                    + "or day (without BY: step).")
    private CostsText.@Nullable CostGrouping costs;

    @Option(names = "--run", paramLabel = "ID", description = "With --costs: only of this run.")
    private @Nullable String run;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "With --costs: the maximum of documents or runs to list (default: 100).")
    private int limit = 100;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The runs that added documents, and the counts of a graph's passages, as JSON.
     *
     * @param runs the runs, the latest first
     * @param failures failed passages, at most {@value #SHOWN_FAILURES}; empty unless requested
     */
    record JobsJson(
            String graph, long passages, long waiting, long failed, List<RunJson> runs, List<FailureJson> failures) {}

    /**
     * An indexing run as JSON.
     *
     * @param state running, done, interrupted or failed
     * @param extracted passages whose statements a model extracted
     */
    record RunJson(
            String run,
            String state,
            String started,
            Optional<String> ended,
            String command,
            String store,
            String graph,
            long documents,
            long passages,
            long extracted,
            long failed,
            long waiting,
            IndexingRun.CallTotals usage,
            String remark) {}

    /**
     * A passage whose extraction failed.
     *
     * @param ordinal its position in the document, from 0
     * @param by the model that failed
     */
    record FailureJson(String document, int ordinal, int tries, String by, String reason) {}

    JobsCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        if (last < 0) {
            throw new ConfigurationException(List.of("--last is " + last + "; it must be at least 0"));
        }
        if (run != null && costs == null) {
            throw new ConfigurationException(List.of("--run selects the run of --costs: give --costs too"));
        }
        Configuration configuration = configuration(store);
        if (costs != null) {
            new CostsText(this, configuration).print(costs, run, allGraphs, limit);
            return ExitCode.OK;
        }
        List<RunRecord> runs = runs(configuration);
        GraphStatistics counts = new GraphStatistics(0, 0, 0, 0);
        List<FailureJson> failures = List.of();
        if (configuration.store().path().map(path -> Files.exists(path)).orElse(true)) {
            try (GraphCatalog catalog = backend().catalog(configuration.store());
                    GraphStore graph = catalog.open(configuration.graph())) {
                counts = graph.latest().statistics();
                failures = failed ? failures(graph) : List.of();
            }
        }
        if (json()) {
            printJson(new JobsJson(
                    configuration.graph(),
                    counts.passages(),
                    counts.waiting(),
                    counts.failed(),
                    runs.stream().map(JobsCommand::json).toList(),
                    failures));
        } else {
            print(lines(configuration, counts, runs, failures));
        }
        return ExitCode.OK;
    }

    private List<RunRecord> runs(Configuration configuration) {
        try (AccountBook book = configuration.spending().book()) {
            return book.runs(
                    allGraphs ? null : configuration.store().recordName(),
                    allGraphs ? null : configuration.graph(),
                    ASKING,
                    last);
        }
    }

    private static List<FailureJson> failures(GraphStore graph) {
        List<FailureJson> failures = new ArrayList<>();
        graph.latest().scan(GraphVisitor.ofPassages(EnumSet.of(Extraction.State.FAILED), passage -> {
            if (failures.size() < SHOWN_FAILURES) {
                failures.add(new FailureJson(
                        passage.documentId(),
                        passage.ordinal(),
                        passage.extraction().tries(),
                        passage.extraction().by(),
                        passage.extraction().reason()));
            }
        }));
        return failures;
    }

    private static RunJson json(RunRecord run) {
        return new RunJson(
                run.start().id(),
                run.state().name().toLowerCase(Locale.ROOT),
                run.started().toString(),
                run.ended().map(Instant::toString),
                run.start().command(),
                run.start().store(),
                run.start().graph(),
                run.counts().documents(),
                run.counts().passages(),
                run.counts().extracted(),
                run.counts().failed(),
                run.counts().waiting(),
                IndexingRun.CallTotals.of(run.spent()),
                run.remark());
    }

    private List<String> lines(
            Configuration configuration, GraphStatistics counts, List<RunRecord> runs, List<FailureJson> failures) {
        List<String> lines = new ArrayList<>();
        lines.add(style().bold("graph " + configuration.graph()) + " in " + configuration.storeShown() + ": "
                + Phrases.count(counts.passages(), "passage") + ", "
                + String.format(Locale.ROOT, "%,d waiting, %,d failed", counts.waiting(), counts.failed()));
        for (RunRecord run : runs) {
            lines.addAll(lines(run));
        }
        if (runs.isEmpty()) {
            lines.add(style().faint("  no run of this machine added to it"));
        }
        for (FailureJson failure : failures) {
            lines.add(Printable.text(String.format(
                    Locale.ROOT,
                    "  %s, passage %d: %s (%s, %s)",
                    failure.document(),
                    failure.ordinal() + 1,
                    failure.reason(),
                    Phrases.count(failure.tries(), "try"),
                    failure.by())));
        }
        if (counts.failed() > failures.size() && failed) {
            lines.add(style().faint("  and " + (counts.failed() - failures.size()) + " more"));
        }
        return lines;
    }

    private List<String> lines(RunRecord run) {
        Instant end = run.ended().orElse(run.updated());
        String began = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
                .withZone(ZoneId.systemDefault())
                .format(run.started());
        List<String> lines = new ArrayList<>();
        lines.add(Printable.text("  " + began + "  " + run.start().id() + "  "
                + run.state().name().toLowerCase(Locale.ROOT) + "  "
                + run.start().command()));
        RunCounts counts = run.counts();
        String counted = Phrases.count(counts.documents(), "document") + ", "
                + Phrases.count(counts.passages(), "passage")
                + more(counts.extracted(), "extracted")
                + more(counts.failed(), "failed")
                + more(counts.waiting(), "left waiting")
                + ", "
                + Phrases.time((double) Duration.between(run.started(), end).toMillis());
        String spent = Phrases.spent(run.spent());
        lines.add(style().faint("    " + counted + (spent.isEmpty() ? "" : "; " + spent)));
        if (!run.remark().isEmpty()) {
            lines.add(style().faint("    " + Printable.text(run.remark())));
        }
        return lines;
    }

    private static String more(long count, String noun) {
        return count == 0 ? "" : String.format(Locale.ROOT, ", %,d %s", count, noun);
    }
}

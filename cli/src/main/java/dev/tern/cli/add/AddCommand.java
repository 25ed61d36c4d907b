package dev.tern.cli.add;

import dev.tern.app.Spending;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.Setting;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.ExtractionFlags;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.WelcomeText;
import dev.tern.documents.LoadListener;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestReport;
import dev.tern.settings.Parameter;
import dev.tern.store.GraphStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "add",
        description = {
            "Adds documents to the graph; a document with the same id is replaced.",
            "Reads text, Markdown, HTML, PDF, office files, mail, csv, epub, JSON, and named files of JSON lines as"
                    + " BEIR's corpus.jsonl: {\"_id\": ..., \"title\": ..., \"text\": ..., \"metadata\": {\"triplets\":"
                    + " [[subject, predicate, object], ...]}}.",
            "A second run continues after the first, and pays for nothing twice. Without a PLACE, retries the passages"
                    + " that failed or wait."
        },
        footer = {"", "Exit codes: 3 if a place could not be read or a passage failed, 4 if --max-cost was reached."})
final class AddCommand extends ConfiguredCommand {
    private static final int PROBLEMS_SHOWN = 20;

    @Parameters(
            arity = "0..*",
            paramLabel = "PLACE",
            description =
                    "Files, folders, patterns such as \"reports/**/*.pdf\", http addresses, or - for standard input.")
    private List<String> places = List.of();

    @Option(names = "--skip-bad", description = "Skip invalid lines of a .jsonl file (default: reject the file).")
    private boolean skipBad;

    @Option(
            names = "--dry-run",
            description = "Only estimate the calls to models, their cost and time. Passages that the graph has, "
                    + "and replies kept from earlier runs, cost nothing and are not counted.")
    private boolean dryRun;

    @Mixin
    private final SourceFlags loading = new SourceFlags();

    @Mixin
    private final ExtractionFlags extraction = new ExtractionFlags();

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    AddCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store, models, extraction);
        if (places.isEmpty()) {
            return askAgain(configuration);
        }
        DocumentSources sources = DocumentSources.of(
                places,
                loading.loader(configuration.loader()),
                environment().directory(),
                configuration.parameters().get(Parameter.PASSAGE_TOKEN_LIMIT));
        DocumentSources.FoundSources foundSources = sources.find();
        List<IndexingRun.SkippedSource> skipped = new ArrayList<>(badLines(foundSources.check()));
        if (foundSources.isEmpty()) {
            throw foundSources.nothing("there is no document to add in ", places);
        }
        List<IndexingRun.SkippedSource> ignored = new ArrayList<>();
        LoadListener printer = new SkippedSourcePrinter(skipped, ignored);
        if (dryRun) {
            return new DryRun(this, configuration).run(sources, printer, skipped, ignored);
        }
        try (Spending spending = configuration.begin("tern add " + String.join(" ", places));
                GraphSession session = GraphSession.openToExtract(configuration, backend(), spending);
                DocumentSources.SourceDocuments documents =
                        sources.documents(environment().in(), printer)) {
            WelcomeText welcome = new WelcomeText(this, store, session.store());
            IndexingRun run = new IndexingRun(this, configuration, session, spending, "documents");
            IngestReport report =
                    run.run(foundSources.count(), listener -> session.rag().add(documents, listener));
            run.report(report, foundSources.check().droppedStatements(), skipped, ignored);
            if (report.documents() == 0 && !report.stoppedByBudget()) {
                throw TernException.user("none of the places gave a document"
                        + ignored.stream()
                                .limit(PROBLEMS_SHOWN)
                                .map(one -> "; " + one.place() + " " + one.message())
                                .collect(Collectors.joining()));
            }
            welcome.print();
            // Lines left out by --skip-bad do not make a run incomplete.
            boolean all = skipped.size() == foundSources.check().problems().size();
            return IndexingRun.exitCode(report, all);
        }
    }

    /** Extracts the failed and the waiting passages of the graph. */
    private int askAgain(Configuration configuration) {
        if (dryRun) {
            throw new ConfigurationException(
                    List.of("--dry-run needs a place; without one, tern add retries the passages that wait"));
        }
        GraphSession.requireStore(configuration);
        if (configuration.text(Setting.EXTRACTOR).equals(Optional.of("none"))) {
            throw new ConfigurationException(
                    List.of("extractor is \"none\", so there is no model for a retry; to add documents, name a place"));
        }
        try (Spending spending = configuration.begin("tern add");
                GraphSession session = GraphSession.openToExtract(configuration, backend(), spending)) {
            GraphStatistics counts = session.rag().statistics();
            IndexingRun run = new IndexingRun(this, configuration, session, spending, "passages");
            IngestReport report = run.run(counts.failed() + counts.waiting(), session.rag()::retryFailed);
            run.report(report, 0, List.of(), List.of());
            return IndexingRun.exitCode(report, true);
        }
    }

    /** Collects skipped and ignored sources, and prints the first skipped ones at once. */
    private final class SkippedSourcePrinter implements LoadListener {
        private long remarks;
        private final List<IndexingRun.SkippedSource> skipped;
        private final List<IndexingRun.SkippedSource> ignored;

        private SkippedSourcePrinter(List<IndexingRun.SkippedSource> skipped, List<IndexingRun.SkippedSource> ignored) {
            this.skipped = skipped;
            this.ignored = ignored;
        }

        /** Collects an ignored source; one that the user named counts as skipped. */
        @Override
        public void ignored(String source, String reason) {
            if (places.contains(source)) {
                skipped(source, reason);
            } else {
                ignored.add(new IndexingRun.SkippedSource(source, reason));
            }
        }

        @Override
        public void skipped(String source, String reason) {
            skipped.add(new IndexingRun.SkippedSource(source, reason));
            if (skipped.size() <= PROBLEMS_SHOWN) {
                warn((dryRun ? "would leave out " : "left out ") + source + ": it " + reason);
            } else if (skipped.size() == PROBLEMS_SHOWN + 1) {
                warn("more is left out; --json names all of it");
            }
        }

        @Override
        public void documentChanged(String source, String remark) {
            remarks++;
            if (remarks <= PROBLEMS_SHOWN) {
                printRemark(source + " " + remark);
            } else if (remarks == PROBLEMS_SHOWN + 1) {
                printRemark("there are more such remarks");
            }
        }
    }

    private List<IndexingRun.SkippedSource> badLines(JsonlCorpus.CorpusCheck check) {
        List<JsonlCorpus.InvalidLine> problems = check.problems();
        if (!problems.isEmpty() && !skipBad) {
            throw TernException.user(problems(problems) + "\nNothing was added. Mend "
                    + (problems.size() == 1 ? "it" : "them") + ", or leave bad lines out with --skip-bad.");
        }
        problems.stream().limit(PROBLEMS_SHOWN).forEach(problem -> warn("left out " + problem));
        if (problems.size() > PROBLEMS_SHOWN) {
            warn("left out " + (problems.size() - PROBLEMS_SHOWN) + " more lines");
        }
        return problems.stream()
                .map(problem -> new IndexingRun.SkippedSource(problem.location(), problem.message()))
                .toList();
    }

    private static String problems(List<JsonlCorpus.InvalidLine> problems) {
        String shown =
                problems.stream().limit(PROBLEMS_SHOWN).map(Object::toString).collect(Collectors.joining("\n"));
        return problems.size() <= PROBLEMS_SHOWN
                ? shown
                : shown + "\nand " + (problems.size() - PROBLEMS_SHOWN) + " more";
    }
}

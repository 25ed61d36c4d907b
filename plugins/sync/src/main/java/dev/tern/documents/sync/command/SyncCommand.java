package dev.tern.documents.sync.command;

import dev.tern.app.FailureCause;
import dev.tern.app.Spending;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.ExtractionFlags;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.WelcomeText;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.documents.LoadListener;
import dev.tern.documents.sync.ChangeWatch;
import dev.tern.documents.sync.NamedSources;
import dev.tern.documents.sync.SourceSync;
import dev.tern.documents.sync.SyncLock;
import dev.tern.documents.sync.SyncOptions;
import dev.tern.documents.sync.SyncPlace;
import dev.tern.documents.sync.SyncReport;
import dev.tern.documents.sync.SyncedSource;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestReport;
import dev.tern.models.money.Budget;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "sync",
        description = {
            "Synchronises the graph with folders and sites: adds new documents, replaces changed ones, removes deleted"
                    + " ones.",
            "A site is read by its sitemaps or a feed; without them an address is one page. The same command again"
                    + " resumes where it stopped. --list shows the results."
        },
        footer = {
            "",
            "Exit codes: 3 if a file or page could not be read or a list was incomplete, 4 if --max-cost was reached, 5"
                    + " if more than a tenth of a source, and more than five, would be removed and --yes is not given."
        })
final class SyncCommand extends ConfiguredCommand {
    private static final Duration MAX_CHECK_INTERVAL = Duration.ofMinutes(10);

    @Parameters(
            arity = "0..*",
            paramLabel = "PLACE",
            description = "Folders and http addresses (default: every source of the graph given here before).")
    private List<String> places = List.of();

    @Mixin
    private final SyncFlags flags = new SyncFlags();

    @Mixin
    private final ExtractionFlags extraction = new ExtractionFlags();

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    SyncCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store, models, extraction);
        if ((flags.list || flags.forget != null) && !places.isEmpty()) {
            throw new ConfigurationException(List.of(
                    "--list and --forget take names of sources and no PLACE such as " + places.getFirst() + ""));
        }
        if (flags.forget != null) {
            return new KnownSources(this, configuration).forget(flags.forget, flags.documents);
        }
        if (flags.documents) {
            throw new ConfigurationException(List.of("--documents needs --forget: give the source's name"));
        }
        if (flags.list) {
            return new KnownSources(this, configuration).list();
        }
        Optional<Duration> interval = flags.interval();
        List<SyncPlace> wanted = chosenPlaces(configuration);
        if (!flags.watch && interval.isEmpty()) {
            return runOnce(configuration, wanted);
        }
        if (flags.dryRun) {
            throw new ConfigurationException(List.of("--dry-run is one run, without --watch and --every"));
        }
        List<SyncPlace> sites = wanted.stream().filter(SyncPlace::isSite).toList();
        if (interval.isEmpty() && !sites.isEmpty()) {
            throw new ConfigurationException(List.of("--watch is for folders, and "
                    + sites.getFirst().address() + " is a site: use --every 1h instead, or as well"));
        }
        try {
            return goOn(configuration, wanted, interval);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("stopped; the same command resumes from here", e);
        } catch (IOException e) {
            throw TernException.operator("this system cannot watch folders: " + e.getMessage(), e);
        }
    }

    /**
     * Synchronises with each place, within one budget, until it is spent. After a failure, such as
     * a missing folder, the other places are still read, and the command fails at the end.
     */
    private int runOnce(Configuration configuration, List<SyncPlace> wanted) {
        List<SyncReport> reports = new ArrayList<>();
        List<TernException> failures = new ArrayList<>();
        Budget budget = configuration.spending().budget();
        for (SyncPlace place : wanted) {
            try {
                SyncReport report = run(configuration, budget, place);
                reports.add(report);
                if (SyncText.isSpent(report)) {
                    break;
                }
            } catch (TernException e) {
                if (FailureCause.isInterruption(e) || e.fault() == TernException.Fault.BUDGET) {
                    throw e;
                }
                failures.add(e);
            }
        }
        if (json() && !reports.isEmpty()) {
            printJson(SyncText.json(reports));
        }
        failures.stream().skip(1).forEach(failure -> warn(String.valueOf(failure.getMessage())));
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return reports.stream().mapToInt(SyncText::exitCode).max().orElse(ExitCode.OK);
    }

    private List<SyncPlace> chosenPlaces(Configuration configuration) {
        if (places.isEmpty()) {
            return namedPlaces(configuration);
        }
        if (flags.name != null && places.size() > 1) {
            throw new ConfigurationException(List.of("--name is for one PLACE, and there are " + places.size()));
        }
        return places.stream()
                .map(place -> SyncPlace.of(
                        place, Optional.ofNullable(flags.name), environment().directory(), flags.excluded()))
                .toList();
    }

    /**
     * Returns the places of the sources that the user named on this machine: all, or the one of
     * {@code --name}. Other sources came with the graph: they are reported and not read.
     */
    private List<SyncPlace> namedPlaces(Configuration configuration) {
        GraphSession.requireStore(configuration);
        try (GraphCatalog catalog = backend().catalog(configuration.store());
                GraphStore graph = catalog.open(configuration.graph())) {
            List<SyncedSource> known = SyncedSource.in(graph.latest().notes()).stream()
                    .filter(source -> flags.name == null || flags.name.equals(source.name()))
                    .toList();
            if (known.isEmpty()) {
                throw TernException.user("the graph \"" + configuration.graph() + "\" has no source"
                        + (flags.name == null ? "" : " \"" + flags.name + "\"")
                        + " to synchronise: give a folder or a site");
            }
            NamedSources named = KnownSources.namedSources(configuration);
            List<String> unnamed = known.stream()
                    .filter(source -> !named.hold(source))
                    .map(source -> UnnamedSource.sentence(source, configuration))
                    .toList();
            if (unnamed.size() == known.size()) {
                unnamed.stream().skip(1).forEach(this::warn);
                throw TernException.user(unnamed.getFirst());
            }
            unnamed.forEach(this::warn);
            return known.stream()
                    .filter(named::hold)
                    .map(source -> new SyncPlace(
                            source.name(), source.address(), flags.excluded().or(() -> Optional.of(source.exclude()))))
                    .toList();
        }
    }

    /**
     * Runs repeatedly, until the thread is interrupted or the budget of all runs is spent.
     *
     * @return the exit code for a spent budget
     */
    private int goOn(Configuration configuration, List<SyncPlace> wanted, Optional<Duration> interval)
            throws InterruptedException, IOException {
        List<SyncPlace> folders =
                wanted.stream().filter(place -> !place.isSite()).toList();
        List<Path> watched = flags.watch
                ? folders.stream().map(place -> Path.of(place.address())).toList()
                : List.of();
        Budget budget = configuration.spending().budget();
        try (ChangeWatch changes = new ChangeWatch(watched)) {
            boolean changed = false;
            while (true) {
                for (SyncPlace place : changed ? folders : wanted) {
                    if (runAndSay(configuration, budget, place)) {
                        return ExitCode.BUDGET;
                    }
                }
                changed = changes.await(interval.orElse(MAX_CHECK_INTERVAL));
            }
        }
    }

    /**
     * Synchronises with a place once. A failure, except for an interrupt or a spent budget, is
     * printed as a warning, because the next run may succeed.
     *
     * @return true if the budget is spent
     */
    private boolean runAndSay(Configuration configuration, Budget budget, SyncPlace place) throws InterruptedException {
        try {
            SyncReport report = run(configuration, budget, place);
            if (json()) {
                environment().out().println(SyncText.line(report));
            }
            return SyncText.isSpent(report);
        } catch (TernException e) {
            if (FailureCause.isInterruption(e)) {
                throw (InterruptedException) new InterruptedException().initCause(e);
            }
            if (e.fault() == TernException.Fault.BUDGET) {
                throw e;
            }
            warn(place.name() + ": " + e.getMessage());
            return false;
        } finally {
            environment().out().flush();
        }
    }

    /** Synchronises with a place once, and prints the result. */
    private SyncReport run(Configuration configuration, Budget budget, SyncPlace place) {
        SyncOptions options = SyncOptions.of(exclude -> flags.loader(configuration.loader(), exclude))
                .withDryRun(flags.dryRun)
                .withAddressChanges(flags.moved)
                .withLargeRemovals(this::isAllowed);
        SyncLock lock = KnownSources.lock(configuration, place.name());
        try (lock;
                Spending spending = configuration.begin("tern sync " + place.name(), budget);
                GraphSession session = GraphSession.openToExtract(configuration, backend(), spending)) {
            SourceSync sync = new SourceSync(session.store(), KnownSources.user(), Clock.systemUTC());
            keepNamed(sync, place, configuration);
            WelcomeText welcome = new WelcomeText(this, store, session.store());
            SyncReport report = sync.run(
                    place, options, documents -> added(session, spending, documents), new ChangedDocumentPrinter());
            if (report.ingest().isEmpty()) {
                spending.endRun();
            }
            new SyncText(this, configuration).print(report, Phrases.spent(spending.totals()));
            welcome.print();
            return report;
        }
    }

    /** Records the named place, unless this is a dry run or the run will reject its address. */
    private void keepNamed(SourceSync sync, SyncPlace place, Configuration configuration) {
        Optional<SyncedSource> known = sync.find(place.name());
        boolean same =
                known.map(source -> source.address().equals(place.address())).orElse(true);
        if (!flags.dryRun && (same || flags.moved)) {
            List<String> exclude =
                    place.exclude().or(() -> known.map(SyncedSource::exclude)).orElse(List.of());
            KnownSources.namedSources(configuration).keep(place.name(), place.address(), exclude);
        }
    }

    private IngestReport added(GraphSession session, Spending spending, Iterable<SourceDocument> documents) {
        try (ProgressBars progress = progress()) {
            IngestReport report = spending.record(
                    indexing(progress, -1), listener -> session.rag().add(documents, listener));
            if (!report.stoppedByBudget()) {
                progress.finish();
            }
            return report;
        }
    }

    /** Returns true if {@code --yes} is given, or the terminal shows bars and the user agrees. */
    private boolean isAllowed(SyncOptions.Removal removal) {
        if (flags.yes || !environment().inIsTerminal() || !barsAreShown()) {
            return flags.yes;
        }
        environment()
                .err()
                .print(Printable.text(removal.source()) + ": " + removal.clause()
                        + ". Remove them from the graph? [y/N] ");
        environment().err().flush();
        return answer().strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    private String answer() {
        byte[] line = new byte[80];
        int length = 0;
        try {
            // Reads byte by byte, to leave later input unread.
            for (int next = environment().in().read(); next >= 0 && next != '\n' && length < line.length; length++) {
                line[length] = (byte) next;
                next = environment().in().read();
            }
        } catch (IOException e) {
            return "";
        }
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }

    /** Prints the first {@value SyncText#MAX_SHOWN} remarks on documents changed on loading. */
    private final class ChangedDocumentPrinter implements LoadListener {
        private int remarks;

        @Override
        public void documentChanged(String source, String remark) {
            remarks++;
            if (remarks <= SyncText.MAX_SHOWN) {
                printRemark(source + " " + remark);
            } else if (remarks == SyncText.MAX_SHOWN + 1) {
                printRemark("there are more such remarks");
            }
        }
    }
}

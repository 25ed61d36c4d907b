package dev.tern.documents.sync;

import dev.tern.GraphRag;
import dev.tern.documents.LoadListener;
import dev.tern.documents.PlaceScan;
import dev.tern.documents.SourceLoader;
import dev.tern.documents.sync.SyncOptions.Removal;
import dev.tern.documents.sync.SyncedSource.Counts;
import dev.tern.documents.sync.SyncedSource.SyncedState;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SyncMetadata;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.note.Note;
import dev.tern.store.GraphStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Synchronises a graph, or another {@link SyncTarget}, with a folder or site: adds, replaces and
 * removes documents.
 *
 * <p>New passages of a document are stored before its old ones are removed, and deleted documents
 * are removed last. An aborted or killed run leaves a graph that the next run completes.
 *
 * <p>A file or page is gone if a complete listing lacks it, or if its server answers 404 or 410. An
 * empty listing of a place that had documents counts as incomplete. A removal requires permission
 * if more than {@value #SMALL_REMOVAL} files or pages, and more than a tenth of the source's, are
 * gone; or if more than {@value #SMALL_REMOVAL} documents, and more than a tenth of the source's,
 * have vanished from changed files. Without permission nothing is removed. The next run loads the
 * files with vanished documents again, and asks again.
 *
 * <p>As thread-safe as the graph. A {@link SyncLock} prevents concurrent runs for one source, which
 * would repeat all work.
 */
public final class SourceSync {
    /**
     * The number of files or pages, and of documents of changed files, that may always be removed
     * without permission, even if they are more than a tenth of the source.
     */
    public static final int SMALL_REMOVAL = 5;

    private static final int TENTH = 10;
    private static final int REMOVED_AT_ONCE = 500;

    private final SyncStore target;
    private final String by;
    private final Clock clock;

    /**
     * Creates an instance for a graph that has no other writer. The caller closes the store.
     *
     * @param by the user recorded for new sources
     */
    public SourceSync(GraphStore store, String by, Clock clock) {
        this(store, store::removeDocuments, by, clock);
    }

    /**
     * Creates an instance for a graph. The caller closes the store.
     *
     * @param removing removes documents and returns the number found: {@link GraphRag#remove},
     *     which waits for other writers
     * @param by the user recorded for new sources
     */
    public SourceSync(GraphStore store, ToIntFunction<Collection<String>> removing, String by, Clock clock) {
        this(new GraphSyncStore(store, removing), by, clock);
    }

    SourceSync(SyncStore target, String by, Clock clock) {
        this.target = target;
        this.by = by;
        this.clock = clock;
    }

    /**
     * Synchronises the graph with a place. A failure before the removals, which are the last step,
     * leaves vanished documents in the graph.
     *
     * @param adding adds documents and returns the report, as {@link GraphRag#add(Iterable,
     *     IngestListener)} does
     * @param listener receives remarks about documents
     * @throws TernException if the place is missing or cannot be read, if the graph has a source of
     *     its name at another address and {@code options} do not permit that, if it has the address
     *     under another name, or if a model or the store fails
     */
    public SyncReport run(
            SyncPlace place,
            SyncOptions options,
            Function<Iterable<SourceDocument>, IngestReport> adding,
            LoadListener listener) {
        Optional<SyncedSource> before = find(place.name());
        before.filter(known -> !known.address().equals(place.address()) && !options.moved())
                .ifPresent(known -> {
                    throw TernException.user(target.name() + " has a source \"" + place.name() + "\" at "
                            + known.address() + ", and not at " + place.address() + ": " + target.adviceOnMove());
                });
        sources().stream()
                .filter(known -> before.isEmpty() && known.address().equals(place.address()))
                .findFirst()
                .ifPresent(known -> {
                    throw TernException.user(target.name() + " has " + place.address() + " as its source \""
                            + known.name() + "\" already: " + target.otherName(known.name()));
                });
        SyncedSource source = source(place, before);
        try (PlaceScan scan = scan(source, options.loader().apply(source.exclude()), before, listener)) {
            SyncedSource found = source.withKind(kind(scan.kind()));
            keep(found, options);
            if (target.forgetLost(options.dryRun())) {
                listener.documentChanged(source.address(), "is read again completely, as the store is empty");
            }
            return run(found, before, scan, options, adding);
        } catch (RuntimeException e) {
            // A place that cannot be read at the first run does not become a source.
            find(place.name()).ifPresent(known -> stopped(source, options, e));
            throw e;
        }
    }

    /** Returns the sources of the graph, by name. */
    public List<SyncedSource> sources() {
        return target.sources();
    }

    /** Returns the source with a name; empty if there is none. */
    public Optional<SyncedSource> find(String name) {
        return sources().stream().filter(source -> source.name().equals(name)).findFirst();
    }

    /**
     * Removes a source from the graph's table of sources.
     *
     * @param documents true to remove its documents for good; otherwise they stay in the graph
     * @return the number of removed documents, 0 if they stay; empty if there is no such source
     */
    public Optional<Integer> remove(String name, boolean documents) {
        if (find(name).isEmpty()) {
            return Optional.empty();
        }
        int removed = 0;
        if (documents) {
            SourceItems state = target.documents(name, true);
            removed = target.removeFinally(documents(state, state.without(List.of())), this::remove);
        }
        target.forget(name);
        return Optional.of(removed);
    }

    private SyncedSource source(SyncPlace place, Optional<SyncedSource> before) {
        Note.Act made = before.map(SyncedSource::made)
                .orElseGet(() -> new Note.Act(by, clock.instant().truncatedTo(ChronoUnit.SECONDS), ""));
        return new SyncedSource(
                place.name(),
                place.address(),
                before.map(SyncedSource::kind).orElse(place.isSite() ? "" : kind(PlaceScan.Kind.FOLDER)),
                place.exclude().or(() -> before.map(SyncedSource::exclude)).orElse(List.of()),
                SyncedState.RUNNING,
                clock.instant(),
                Optional.empty(),
                before.map(SyncedSource::counts).orElse(Counts.NONE),
                before.map(SyncedSource::failures).orElse(List.of()),
                before.map(SyncedSource::remark).orElse(""),
                made);
    }

    private static String kind(PlaceScan.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private PlaceScan scan(
            SyncedSource source, SourceLoader loader, Optional<SyncedSource> before, LoadListener listener) {
        // Permissions check the address too; the kind may come from an untrusted graph.
        if (!SyncMetadata.isSite(source.address())) {
            return loader.scanFolder(source.name(), Path.of(source.address()), listener);
        }
        Optional<PlaceScan.Kind> expected = before.map(SyncedSource::kind)
                .flatMap(kind -> Stream.of(PlaceScan.Kind.values())
                        .filter(known -> kind(known).equals(kind))
                        .findFirst());
        return loader.scanSite(source.address(), expected, listener);
    }

    private SyncReport run(
            SyncedSource source,
            Optional<SyncedSource> before,
            PlaceScan scan,
            SyncOptions options,
            Function<Iterable<SourceDocument>, IngestReport> adding) {
        boolean whole = before.map(SyncedSource::state).equals(Optional.of(SyncedState.DONE));
        SourceItems state = target.documents(source.name(), whole);
        ChangedDocuments incoming = new ChangedDocuments(source.name(), target, state, scan, before, options.dryRun());
        if (options.dryRun()) {
            incoming.compareAll();
            return planned(source, incoming, removal(source, scan, state, incoming));
        }
        Optional<IngestReport> ingest =
                incoming.hasNext() ? Optional.of(adding.apply(() -> incoming)) : Optional.empty();
        boolean spent = ingest.map(IngestReport::stoppedByBudget).orElse(false);
        VanishedItems vanished = removal(source, scan, state, incoming);
        Optional<Removal> refused =
                vanished.large().filter(large -> !spent && !options.allowed().test(large));
        Set<String> removed = Set.of();
        if (!spent && refused.isEmpty()) {
            removed = vanished.items();
            removeItems(state, removed);
            remove(incoming.staleIds());
        }
        SyncedSource ended = source.ended(
                clock.instant(),
                spent ? SyncedState.STOPPED : SyncedState.DONE,
                incoming.counts(removed.size()),
                incoming.allFailures(),
                remark(spent, vanished.gaps(), refused));
        keep(ended, options);
        return new SyncReportRecord(
                ended, incoming.failures(), incoming.ignored(), vanished.gaps(), refused, Optional.empty(), ingest);
    }

    /**
     * The files and pages that are gone.
     *
     * @param gaps the reasons for which the listing may be incomplete
     * @param large the removal, if it requires permission
     */
    private record VanishedItems(Set<String> items, List<String> gaps, Optional<Removal> large) {}

    private VanishedItems removal(SyncedSource source, PlaceScan scan, SourceItems state, ChangedDocuments incoming) {
        List<String> gaps = new ArrayList<>(scan.gaps());
        if (scan.ids().isEmpty() && state.size() > 0) {
            gaps.add("it is empty, where " + target.name() + " has " + state.size() + " files or pages of it");
        }
        Set<String> vanished = new HashSet<>(incoming.goneIds());
        if (gaps.isEmpty() && scan.kind().listsAll()) {
            vanished.addAll(state.without(scan.ids()));
        }
        int lost = incoming.staleIds().size();
        boolean large = isLarge(vanished.size(), state.size()) || isLarge(lost, state.documents());
        Removal removal = new Removal(source.name(), vanished.size(), state.size(), lost, state.documents());
        return new VanishedItems(vanished, gaps, large ? Optional.of(removal) : Optional.empty());
    }

    private static boolean isLarge(int gone, int known) {
        return gone > SMALL_REMOVAL && (long) gone * TENTH > known;
    }

    private SyncReport planned(SyncedSource source, ChangedDocuments incoming, VanishedItems vanished) {
        return new SyncReportRecord(
                source.ended(
                        clock.instant(),
                        SyncedState.DONE,
                        incoming.counts(vanished.items().size()),
                        List.of(),
                        remark(false, vanished.gaps(), vanished.large())),
                incoming.failures(),
                incoming.ignored(),
                vanished.gaps(),
                vanished.large(),
                Optional.of(incoming.plan(vanished.items())),
                Optional.empty());
    }

    private String remark(boolean spent, List<String> gaps, Optional<Removal> refused) {
        if (spent) {
            return "stopped before passing maxCost";
        }
        if (!gaps.isEmpty()) {
            return "no unlisted document was removed: " + String.join("; ", gaps);
        }
        return refused.map(removal -> removal.clause() + ": nothing was removed; " + target.permission())
                .orElse("");
    }

    private int removeItems(SourceItems state, Collection<String> items) {
        return remove(documents(state, items));
    }

    private static List<String> documents(SourceItems state, Collection<String> items) {
        return items.stream().flatMap(item -> state.documents(item).stream()).toList();
    }

    private int remove(Collection<String> documents) {
        int removed = 0;
        List<String> ids = List.copyOf(documents);
        for (int start = 0; start < ids.size(); start += REMOVED_AT_ONCE) {
            removed += target.remove(ids.subList(start, Math.min(start + REMOVED_AT_ONCE, ids.size())));
        }
        return removed;
    }

    private void keep(SyncedSource source, SyncOptions options) {
        if (!options.dryRun()) {
            target.keep(source);
        }
    }

    private void stopped(SyncedSource source, SyncOptions options, RuntimeException failure) {
        String message = failure instanceof TernException ? String.valueOf(failure.getMessage()) : failure.toString();
        // A set interrupt flag would prevent the write.
        boolean marked = Thread.interrupted();
        try {
            keep(
                    source.ended(clock.instant(), SyncedState.STOPPED, source.counts(), source.failures(), message),
                    options);
        } catch (TernException e) {
            // The exception in progress reports a failing store.
            return;
        } finally {
            if (marked) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package dev.tern.documents.sync;

import dev.tern.GraphRag;
import dev.tern.documents.LoadListener;
import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.ingest.split.Splitter;
import dev.tern.store.GraphStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A graph, or any other store of passages, to synchronise with folders and sites: new documents are
 * added, changed ones replaced and vanished ones removed, as {@link SourceSync} does. The next run
 * completes an aborted or killed one. Overlapping runs for one source of a graph would repeat work:
 * prevent them by a {@link SyncLock}. A ledger refuses a second run. As thread-safe as its store.
 */
public final class SyncTarget {
    private static final String BY = "application";

    private final Supplier<Opened> opening;

    private SyncTarget(Supplier<Opened> opening) {
        this.opening = opening;
    }

    /** The target during one operation, and a function that adds documents to it. */
    private record Opened(SourceSync sources, Function<Iterable<SourceDocument>, IngestReport> adding, Runnable closing)
            implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    /**
     * Returns a target for a graph, which remembers its documents itself. The caller closes the
     * graph.
     *
     * @throws TernException if the {@link GraphRag} has a scope
     */
    public static SyncTarget of(GraphRag rag) {
        GraphStore store = rag.store("synchronising");
        Opened graph = new Opened(
                new SourceSync(store, rag::remove, BY, Clock.systemUTC()),
                documents -> rag.add(documents, IngestListener.NONE),
                () -> {});
        return new SyncTarget(() -> graph);
    }

    /**
     * Returns a target for a store of passages without a graph, with the default {@link
     * SentenceSplitter}.
     *
     * @param ledger as in {@link #of(PassageStore, Path, Splitter)}
     */
    public static SyncTarget of(PassageStore store, Path ledger) {
        return of(store, ledger, SentenceSplitter.builder().build());
    }

    /**
     * Returns a target for a store of passages without a graph.
     *
     * @param ledger a file of this store alone, created by the first run, that records the passages
     *     of each document; without it, or if the store is {@linkplain PassageStore#isEmpty
     *     empty}, the next run adds every document again
     * @param splitter makes the passages of a document
     */
    public static SyncTarget of(PassageStore store, Path ledger, Splitter splitter) {
        return new SyncTarget(() -> {
            LedgerSyncStore state = new LedgerSyncStore(store, SyncLedger.open(ledger), splitter);
            return new Opened(new SourceSync(state, BY, Clock.systemUTC()), state::add, state::close);
        });
    }

    /**
     * Synchronises with a folder or site.
     *
     * @param listener receives remarks about documents
     * @throws TernException as {@link SourceSync#run}, and if another run uses the ledger
     */
    public SyncReport sync(SyncPlace place, SyncOptions options, LoadListener listener) {
        try (Opened target = opening.get()) {
            return target.sources().run(place, options, target.adding(), listener);
        }
    }

    /**
     * Synchronises with a folder or site, without removals that require permission.
     *
     * @param place a path, relative to the working directory, or an address
     * @throws TernException as {@link #sync(SyncPlace, SyncOptions, LoadListener)}, and the user's
     *     fault if {@code place} is invalid
     */
    public SyncReport sync(String place) {
        SourceLoader loader = SourceLoader.builder().build();
        return sync(
                SyncPlace.of(place, Optional.empty(), Path.of(""), Optional.empty()),
                SyncOptions.of(loader::excluding),
                LoadListener.NONE);
    }

    /**
     * Returns the folders and sites of earlier runs, by name.
     *
     * @throws TernException if the graph or the ledger cannot be read, or another run uses it
     */
    public List<SyncedSource> sources() {
        try (Opened target = opening.get()) {
            return target.sources().sources();
        }
    }

    /**
     * Removes a folder or site with all its documents.
     *
     * @param name the name of one of the {@link #sources}
     * @return the number of removed documents; empty if there is no such source
     * @throws TernException if the store or the ledger fails, or another run uses the ledger
     */
    public Optional<Integer> remove(String name) {
        try (Opened target = opening.get()) {
            return target.sources().remove(name, true);
        }
    }
}

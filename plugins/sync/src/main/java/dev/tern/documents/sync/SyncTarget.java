package dev.tern.documents.sync;

import dev.tern.GraphRag;
import dev.tern.documents.LoadListener;
import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.ingest.split.Splitter;
import dev.tern.store.GraphStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/**
 * A graph, or any other store of passages, to synchronise with folders and sites: new documents are
 * added, changed ones replaced and vanished ones removed, as {@link SourceSync} does. The next run
 * completes an aborted or killed one. Overlapping runs for one source of a graph would repeat work:
 * prevent them by a {@link SyncLock}. A ledger refuses a second run.
 */
@FunctionalInterface
public interface SyncTarget {
    /**
     * Returns a target for a graph, which remembers its documents itself. The caller closes the
     * graph.
     *
     * @throws TernException if the {@link GraphRag} has a scope
     */
    static SyncTarget of(GraphRag rag) {
        GraphStore store = rag.store("synchronising");
        return (place, options, listener) -> new SourceSync(store, rag::remove, "application", Clock.systemUTC())
                .run(place, options, documents -> rag.add(documents, IngestListener.NONE), listener);
    }

    /**
     * Returns a target for a store of passages without a graph, with the default {@link
     * SentenceSplitter}.
     *
     * @param ledger as in {@link #of(PassageStore, Path, Splitter)}
     */
    static SyncTarget of(PassageStore store, Path ledger) {
        return of(store, ledger, SentenceSplitter.builder().build());
    }

    /**
     * Returns a target for a store of passages without a graph.
     *
     * @param ledger a file of this store alone, created by the first run, that records the passages
     *     of each document; without it, the next run adds every document again
     * @param splitter makes the passages of a document
     */
    static SyncTarget of(PassageStore store, Path ledger, Splitter splitter) {
        return (place, options, listener) -> {
            try (LedgerSyncStore state = new LedgerSyncStore(store, SyncLedger.open(ledger), splitter)) {
                return new SourceSync(state, "application", Clock.systemUTC())
                        .run(place, options, state::add, listener);
            }
        };
    }

    /**
     * Synchronises with a folder or site.
     *
     * @param listener receives remarks about documents
     * @throws TernException as {@link SourceSync#run}, and if another run uses the ledger
     */
    SyncReport sync(SyncPlace place, SyncOptions options, LoadListener listener);

    /**
     * Synchronises with a folder or site, without removals that require permission.
     *
     * @param place a path, relative to the working directory, or an address
     * @throws TernException as {@link #sync(SyncPlace, SyncOptions, LoadListener)}, and the user's
     *     fault if {@code place} is invalid
     */
    default SyncReport sync(String place) {
        SourceLoader loader = SourceLoader.builder().build();
        return sync(
                SyncPlace.of(place, Optional.empty(), Path.of(""), Optional.empty()),
                SyncOptions.of(loader::excluding),
                LoadListener.NONE);
    }
}

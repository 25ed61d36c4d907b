package dev.tern.ingest;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Passage;
import dev.tern.ingest.StoreWriter.Draft;
import dev.tern.ingest.StoreWriter.Kind;
import dev.tern.ingest.index.Indexing;
import dev.tern.ingest.index.Indexing.Indexed;
import dev.tern.ingest.index.Update;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs one ingestion: keeps the batch being written, the passages being extracted, and counts.
 * While a batch is written, the next is loaded and prepared. Not thread-safe.
 */
final class IngestionRun implements AutoCloseable {
    private static final int WRITTEN_AT_LATEST_MILLIS = 10_000;

    private final GraphStore store;
    private final StoreWriter writer;
    private final Indexing indexing;
    private final Extractions extractions;
    private final int mostUnderWay;
    private final Progress progress;
    private final List<Passage> unasked = new ArrayList<>();
    private final List<Passage> done = new ArrayList<>();
    private @Nullable PendingWrite pending;
    private long doneSince;
    private boolean partsChanged;
    private boolean spent;

    /**
     * Creates a run into a store.
     *
     * @param writer the write queue of its graph
     * @param mostUnderWay maximum number of passages being extracted
     */
    IngestionRun(
            GraphStore store,
            StoreWriter writer,
            Indexing indexing,
            Extractions extractions,
            int mostUnderWay,
            Progress progress) {
        this.store = store;
        this.writer = writer;
        this.indexing = indexing;
        this.extractions = extractions;
        this.mostUnderWay = mostUnderWay;
        this.progress = progress;
    }

    /** Returns true if the budget is spent, so that nothing more begins. */
    boolean spent() {
        return spent;
    }

    /** Counts passages of the graph that will be extracted again. */
    void waiting(int passages) {
        progress.waiting(passages);
    }

    /** Stores a batch, and starts the extraction of its passages that need a model. */
    void index(Batch batch) {
        progress.read(batch.passages());
        if (batch.isLarge()) {
            batch.documents().forEach(this::indexInParts);
            return;
        }
        Update update = Update.ofDocuments(batch.documents());
        Draft draft = writer.begin(this, Kind.DOCUMENTS, update.ids());
        change(draft, update, indexed -> {
            progress.stored(batch.documents().size() - draft.lost().size(), batch.passages(), indexed);
            unasked.addAll(indexed.unextracted());
        });
        extractUnasked();
    }

    /** Stores a large document in parts; removes old passages last, so that none is missing. */
    private void indexInParts(Document document, List<Passage> passages) {
        Draft draft = writer.begin(this, Kind.PARTS, Set.of(document.id()));
        Set<String> ids = new HashSet<>();
        partsChanged = false;
        for (int start = 0; start < passages.size() && goesOn(draft); start += Batch.PASSAGES) {
            List<Passage> part = passages.subList(start, Math.min(start + Batch.PASSAGES, passages.size()));
            part.forEach(passage -> ids.add(passage.id()));
            indexPart(draft, Update.ofPart(part), part.size());
        }
        if (goesOn(draft)) {
            indexPart(draft, Update.afterParts(document.id(), ids), 0);
        }
        orInterrupted(this::settle);
        if (goesOn(draft)) {
            progress.storedInParts(partsChanged);
        }
        writer.end(this);
    }

    private boolean goesOn(Draft parts) {
        return !spent && parts.lost().isEmpty();
    }

    private void indexPart(Draft draft, Update update, int passages) {
        change(draft, update, indexed -> {
            progress.storedPart(passages, indexed);
            partsChanged |= !indexed.isEmpty();
            unasked.addAll(indexed.unextracted());
        });
        extractUnasked();
    }

    /** Rewrites passages of the graph that its naming rules change. */
    void rewrite(Collection<String> passageIds) {
        change(writer.begin(this, Kind.PASSAGES, Set.of()), Update.ofRenamed(passageIds), indexed -> {});
    }

    private void extractUnasked() {
        List<Passage> passages = List.copyOf(unasked);
        unasked.clear();
        extract(passages);
    }

    /** Starts the extraction of passages, and stores the results so far. */
    void extract(List<Passage> passages) {
        orInterrupted(() -> {
            for (Passage passage : passages) {
                while (extractions.underWay() >= mostUnderWay && !spent) {
                    take();
                }
                if (spent) {
                    break;
                }
                extractions.begin(passage);
            }
        });
    }

    private void take() {
        boolean none = done.isEmpty();
        try {
            extractions.take(WRITTEN_AT_LATEST_MILLIS, done);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        } catch (TernException e) {
            writeDone();
            throw e;
        }
        if (extractions.spent()) {
            stop();
        }
        if (none) {
            doneSince = System.nanoTime();
        }
        boolean late = System.nanoTime() - doneSince > WRITTEN_AT_LATEST_MILLIS * 1_000_000L;
        int statements =
                done.stream().mapToInt(passage -> passage.statements().size()).sum();
        if (done.size() >= Batch.PASSAGES || statements >= Batch.STATEMENTS || late) {
            writeDone();
        }
    }

    private void writeDone() {
        if (!done.isEmpty()) {
            Set<String> documents = done.stream().map(Passage::documentId).collect(Collectors.toSet());
            change(
                    writer.begin(this, Kind.PASSAGES, documents),
                    Update.ofExtracted(done),
                    indexed -> progress.extracted(done, indexed));
            settle();
            done.clear();
        }
    }

    /** Prepares a batch and starts to write it, unless the budget is spent. */
    private void change(Draft draft, Update update, Consumer<Indexed> stored) {
        orInterrupted(() -> unlessSpent(() -> {
            if (pending != null && pending.isLarge()) {
                settle();
            }
            requireUninterrupted();
            int version = draft.version();
            Indexed indexed = indexing.prepare(
                    update.without(draft.lost()), pending == null ? null : pending.batch(), this::afterCall);
            settle();
            requireUninterrupted();
            pending = new PendingWrite(indexed.batch(), () -> written(draft, version, update, indexed), stored);
            if (!indexed.unextracted().isEmpty()) {
                // Passages are stored before the model is asked about them.
                settle();
            }
        }));
    }

    /** Writes a batch; after a conflicting change, prepares it again from the same vectors. */
    private Indexed written(Draft draft, int version, Update update, Indexed prepared) {
        Indexed indexed = prepared;
        int seen = version;
        while (!writer.write(store, draft, seen, indexed)) {
            seen = draft.version();
            indexed = indexing.prepareAgain(update.without(draft.lost()), indexed);
        }
        return indexed;
    }

    private void afterCall() {
        if (pending != null && pending.isDone()) {
            settle();
        }
        progress.tell();
    }

    /** Waits for the write in progress, and counts it. */
    private void settle() {
        PendingWrite ended = pending;
        if (ended != null) {
            pending = null;
            unlessSpent(ended::settle);
        }
    }

    private void unlessSpent(Runnable step) {
        try {
            step.run();
        } catch (TernException e) {
            if (e.fault() != TernException.Fault.BUDGET) {
                throw e;
            }
            stop();
        }
    }

    private void stop() {
        spent = true;
        progress.spent();
    }

    IngestReport end() {
        orInterrupted(() -> {
            settle();
            extractUnasked();
            while (extractions.underWay() > 0) {
                take();
            }
            writeDone();
        });
        return progress.report();
    }

    private void orInterrupted(Runnable step) {
        try {
            step.run();
        } catch (CancellationException | TernException e) {
            try {
                settle();
            } catch (CancellationException | TernException unwritten) {
                e.addSuppressed(unwritten);
            }
            throw Thread.currentThread().isInterrupted() ? interrupted(e) : e;
        }
    }

    private void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException();
        }
    }

    private TernException interrupted(RuntimeException cause) {
        return TernException.user(
                "indexing was interrupted after " + progress.report().documents()
                        + " documents; those are stored, and adding the same documents again goes on from there",
                cause);
    }

    @Override
    public void close() {
        try (extractions) {
            settle();
        } finally {
            writer.end(this);
        }
    }
}

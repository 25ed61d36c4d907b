package dev.tern.ingest;

import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.index.Indexing;
import dev.tern.ingest.index.Indexing.PreparedBatch;
import dev.tern.ingest.index.PassageUpdate;
import dev.tern.store.shared.StoreWriter;
import dev.tern.store.shared.StoreWriter.Draft;
import dev.tern.store.shared.StoreWriter.DraftKind;
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
 * Runs one ingestion: holds the batch being written, the passages being extracted, and the counts.
 * While a batch is written, the next is loaded and prepared. Not thread-safe.
 */
final class IngestionRun implements AutoCloseable {
    private static final int WRITTEN_AT_LATEST_MILLIS = 10_000;

    private final StoreWriter writer;
    private final Indexing indexing;
    private final ConcurrentExtraction extractions;
    private final int maxConcurrentExtractions;
    private final IngestionProgress progress;
    private final List<Passage> unasked = new ArrayList<>();
    private final List<Passage> done = new ArrayList<>();
    private @Nullable PendingWrite pending;
    private long doneSince;
    private boolean partsChanged;
    private boolean spent;

    /** Creates a run that extracts {@code maxConcurrentExtractions} passages at a time at most. */
    IngestionRun(
            StoreWriter writer,
            Indexing indexing,
            ConcurrentExtraction extractions,
            int maxConcurrentExtractions,
            IngestionProgress progress) {
        this.writer = writer;
        this.indexing = indexing;
        this.extractions = extractions;
        this.maxConcurrentExtractions = maxConcurrentExtractions;
        this.progress = progress;
    }

    boolean isBudgetSpent() {
        return spent;
    }

    void waiting(int passages) {
        progress.waiting(passages);
    }

    /** Starts to store a batch, and to extract from its passages that need a model. */
    void index(DocumentBatch batch) {
        progress.read(batch.passages());
        if (batch.isLarge()) {
            batch.documents().forEach(this::indexInParts);
            return;
        }
        PassageUpdate update = PassageUpdate.ofDocuments(batch.documents());
        Draft draft = writer.begin(this, DraftKind.DOCUMENTS, update.ids());
        change(draft, update, indexed -> {
            progress.countStored(batch.documents().size() - draft.lost().size(), batch.passages(), indexed);
            unasked.addAll(indexed.unextracted());
        });
        extractUnasked();
    }

    /**
     * Stores a large document in parts, then removes its old passages, so that no text is missing
     * from the graph meanwhile. Ends early, without removing old passages, if the budget is spent
     * or another change removes or replaces the document.
     */
    private void indexInParts(SourceDocument document, List<Passage> passages) {
        Draft draft = writer.begin(this, DraftKind.PARTS, Set.of(document.id()));
        Set<String> ids = new HashSet<>();
        partsChanged = false;
        for (int start = 0; start < passages.size() && goesOn(draft); start += DocumentBatch.PASSAGES) {
            List<Passage> part = passages.subList(start, Math.min(start + DocumentBatch.PASSAGES, passages.size()));
            part.forEach(passage -> ids.add(passage.id()));
            indexPart(draft, PassageUpdate.ofPart(part), part.size());
        }
        // If a part cannot be written, the old passages must stay.
        orInterrupted(this::awaitWrite);
        if (goesOn(draft)) {
            indexPart(draft, PassageUpdate.afterParts(document.id(), ids), 0);
            orInterrupted(this::awaitWrite);
        }
        if (goesOn(draft)) {
            progress.storedInParts(partsChanged);
        }
        writer.end(this);
    }

    private boolean goesOn(Draft parts) {
        return !spent && parts.lost().isEmpty();
    }

    private void indexPart(Draft draft, PassageUpdate update, int passages) {
        change(draft, update, indexed -> {
            progress.storedPart(passages, indexed);
            partsChanged |= !indexed.isEmpty();
            unasked.addAll(indexed.unextracted());
        });
        extractUnasked();
    }

    void rewrite(Collection<String> passageIds) {
        change(writer.begin(this, DraftKind.PASSAGES, Set.of()), PassageUpdate.ofRenamed(passageIds), indexed -> {});
    }

    private void extractUnasked() {
        List<Passage> passages = List.copyOf(unasked);
        unasked.clear();
        extract(passages);
    }

    /** Starts to extract passages; if too many are in progress, first waits and stores results. */
    void extract(List<Passage> passages) {
        orInterrupted(() -> {
            for (Passage passage : passages) {
                while (extractions.underWay() >= maxConcurrentExtractions && !spent) {
                    takeExtracted();
                }
                if (spent) {
                    break;
                }
                extractions.begin(passage);
            }
        });
    }

    private void takeExtracted() {
        boolean none = done.isEmpty();
        try {
            extractions.takeFinished(WRITTEN_AT_LATEST_MILLIS, done);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        } catch (TernException e) {
            writeDone();
            throw e;
        }
        if (extractions.isBudgetSpent()) {
            stop();
        }
        if (none) {
            doneSince = System.nanoTime();
        }
        boolean late = System.nanoTime() - doneSince > WRITTEN_AT_LATEST_MILLIS * 1_000_000L;
        int statements =
                done.stream().mapToInt(passage -> passage.statements().size()).sum();
        if (done.size() >= DocumentBatch.PASSAGES || statements >= DocumentBatch.STATEMENTS || late) {
            writeDone();
        }
    }

    private void writeDone() {
        if (!done.isEmpty()) {
            Set<String> documents = done.stream().map(Passage::documentId).collect(Collectors.toSet());
            change(
                    writer.begin(this, DraftKind.PASSAGES, documents),
                    PassageUpdate.ofExtracted(done),
                    indexed -> progress.extracted(done, indexed));
            awaitWrite();
            done.clear();
        }
    }

    /** Prepares a batch and starts to write it, unless the budget is spent. */
    private void change(Draft draft, PassageUpdate update, Consumer<PreparedBatch> stored) {
        orInterrupted(() -> unlessSpent(() -> {
            if (pending != null && pending.isLarge()) {
                awaitWrite();
            }
            requireUninterrupted();
            int version = draft.version();
            PreparedBatch indexed = indexing.prepare(
                    update.without(draft.lost()), pending == null ? null : pending.batch(), this::afterCall);
            awaitWrite();
            requireUninterrupted();
            pending = new PendingWrite(indexed.batch(), () -> write(draft, version, update, indexed), stored);
            if (!indexed.unextracted().isEmpty()) {
                // Passages are stored before the model is asked about them.
                awaitWrite();
            }
        }));
    }

    /** Writes a batch; after a conflicting change, prepares it again from the same vectors. */
    private PreparedBatch write(Draft draft, int version, PassageUpdate update, PreparedBatch prepared) {
        PreparedBatch indexed = prepared;
        int seen = version;
        while (!writer.write(draft, seen, indexed.batch())) {
            seen = draft.version();
            indexed = indexing.prepareAgain(update.without(draft.lost()), indexed);
        }
        if (indexed.lostPassages() > 0) {
            throw TernException.store("document \"" + update.ids().iterator().next() + "\" is not whole: "
                    + indexed.lostPassages() + " of its passages went while it was stored in parts, because another"
                    + " change of it failed; add it again");
        }
        return indexed;
    }

    private void afterCall() {
        if (pending != null && pending.isDone()) {
            awaitWrite();
        }
        progress.reportProgress();
    }

    /** Waits for the write in progress, if there is one, and counts it. */
    private void awaitWrite() {
        PendingWrite ended = pending;
        if (ended != null) {
            pending = null;
            unlessSpent(ended::awaitEnd);
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
        progress.budgetSpent();
    }

    IngestReport end() {
        orInterrupted(() -> {
            awaitWrite();
            extractUnasked();
            while (extractions.underWay() > 0) {
                takeExtracted();
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
                awaitWrite();
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
                        + " documents, which are stored; adding the same documents again resumes from there",
                cause);
    }

    @Override
    public void close() {
        try (extractions) {
            awaitWrite();
        } finally {
            writer.end(this);
        }
    }
}

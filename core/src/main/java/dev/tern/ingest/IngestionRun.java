package dev.tern.ingest;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.Indexing;
import dev.tern.ingest.index.Update;
import dev.tern.store.GraphBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One ingestion on its way: what is under way, what is paid for, and what was done. For one thread. */
final class IngestionRun implements AutoCloseable {
    private static final int WRITTEN_AT_LATEST_MILLIS = 10_000;

    private final WriteTurn turn;
    private final BatchWrites writes;
    private final Indexing indexing;
    private final Extractions extractions;
    private final int mostUnderWay;
    private final Progress progress;
    private final List<Passage> done = new ArrayList<>();
    private WriteTurn.@Nullable Parts inParts;
    private long doneSince;
    private boolean spent;

    /**
     * A run into a store.
     *
     * @param writes closed with the run
     * @param turn which a run has while it makes and writes its batches
     * @param mostUnderWay the most passages that wait for the model's answer
     */
    IngestionRun(
            BatchWrites writes,
            WriteTurn turn,
            Indexing indexing,
            Extractions extractions,
            int mostUnderWay,
            Progress progress) {
        this.turn = turn;
        this.writes = writes;
        this.indexing = indexing;
        this.extractions = extractions;
        this.mostUnderWay = mostUnderWay;
        this.progress = progress;
    }

    /** Whether nothing more is to be begun, because it could not be paid for. */
    boolean spent() {
        return spent;
    }

    /** Passages of the graph are going to be extracted again. */
    void waiting(int passages) {
        progress.waiting(passages);
    }

    /**
     * Brings a batch into the graph.
     *
     * @return its passages whose statements a model has still to find
     */
    List<Passage> index(Batch batch) {
        progress.read(batch.passages());
        if (batch.isLarge()) {
            batch.documents().forEach(this::indexInParts);
            return List.of();
        }
        return change(
                        Update.ofDocuments(batch.documents()),
                        indexed -> progress.stored(batch.documents().size(), batch.passages(), indexed))
                .map(Indexing.Indexed::unextracted)
                .orElse(List.of());
    }

    /** Additions first: readers meanwhile find what was there and more; an interruption leaves no gap. */
    private void indexInParts(Document document, List<Passage> passages) {
        WriteTurn.Parts parts = turn.begin(document.id());
        try {
            inParts = parts;
            writeParts(document, passages, parts);
        } finally {
            inParts = null;
            turn.end(parts);
        }
    }

    private void writeParts(Document document, List<Passage> passages, WriteTurn.Parts parts) {
        Set<String> ids = new HashSet<>();
        boolean changed = false;
        for (int start = 0; start < passages.size() && !spent && !parts.dropped(); start += Batch.PASSAGES) {
            List<Passage> part = passages.subList(start, Math.min(start + Batch.PASSAGES, passages.size()));
            part.forEach(passage -> ids.add(passage.id()));
            changed |= indexPart(Update.ofPart(part), part.size());
        }
        if (!spent && !parts.dropped()) {
            changed |= indexPart(Update.afterParts(document.id(), ids), 0);
            orInterrupted(() -> {
                writes.settle();
                return true;
            });
            if (!parts.dropped()) {
                progress.storedInParts(changed);
            }
        }
    }

    private boolean indexPart(Update update, int passages) {
        Optional<Indexing.Indexed> stored = change(update, indexed -> progress.storedPart(passages, indexed));
        stored.ifPresent(indexed -> extract(indexed.unextracted()));
        return stored.isPresent() && !isEmpty(stored.get());
    }

    /** Writes those of some passages of the graph again that its naming rules change. */
    void rewrite(Collection<String> passageIds) {
        change(Update.ofRenamed(passageIds), indexed -> {});
    }

    /** Asks the model about passages, and indexes what it found so far. */
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
            return passages;
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
            change(Update.ofExtracted(done), indexed -> progress.extracted(done, indexed));
            writes.settle();
            done.clear();
        }
    }

    /**
     * Makes a batch and sends it on its way; it is counted when it is stored. Empty if it could not be paid for, or is a part of a
     * document that was dropped meanwhile, and then nothing is stored of it.
     */
    private Optional<Indexing.Indexed> change(Update update, Consumer<Indexing.Indexed> stored) {
        return orInterrupted(() -> {
            GraphBatch beside = writes.begin(update);
            try {
                requireUninterrupted();
                if (inParts != null && !update.extracted() && inParts.dropped()) {
                    return Optional.empty();
                }
                Indexing.Indexed indexed = indexing.prepare(update, beside, this::afterCall);
                if (isEmpty(indexed)) {
                    stored.accept(indexed);
                } else {
                    writes.settle();
                    requireUninterrupted();
                    writes.write(indexed, stored);
                }
                dropEarlier(update);
                if (!indexed.unextracted().isEmpty()) {
                    // What a model is asked about is stored before it is asked.
                    writes.settle();
                }
                return Optional.of(indexed);
            } catch (TernException e) {
                if (e.fault() != TernException.Fault.BUDGET) {
                    throw e;
                }
                stop();
                return Optional.empty();
            } finally {
                writes.end();
            }
        });
    }

    /** Others that began earlier to write the same documents in parts give them up: parts of both would be neither. */
    private void dropEarlier(Update update) {
        if (update.extracted()) {
            return;
        }
        Set<String> documentIds = inParts == null ? update.ids() : Set.of(inParts.documentId());
        List<WriteTurn.Parts> earlier = turn.earlier(documentIds, inParts);
        if (!earlier.isEmpty()) {
            writes.settle();
            earlier.forEach(WriteTurn.Parts::drop);
        }
    }

    private void afterCall() {
        writes.settleStored();
        progress.tell();
    }

    private void stop() {
        spent = true;
        progress.spent();
    }

    private static boolean isEmpty(Indexing.Indexed indexed) {
        return indexed.batch().passages().isEmpty()
                && indexed.batch().stalePassageIds().isEmpty();
    }

    IngestReport end() {
        return orInterrupted(() -> {
            while (extractions.underWay() > 0) {
                take();
            }
            writeDone();
            writes.settle();
            return progress.report();
        });
    }

    private <T> T orInterrupted(Step<T> step) {
        try {
            return step.run();
        } catch (CancellationException | TernException e) {
            try {
                writes.settle();
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
            writes.close();
        }
    }

    /** Something that ends early when the thread is interrupted. */
    private interface Step<T> {
        T run();
    }
}

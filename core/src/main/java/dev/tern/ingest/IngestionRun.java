package dev.tern.ingest;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.Indexing;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/** One ingestion on its way; for one thread. */
final class IngestionRun implements AutoCloseable {
    private static final int WRITTEN_AT_LATEST_MILLIS = 10_000;

    private final Ingestion ingestion;
    private final Indexing indexing;
    private final Progress progress;
    private final Extractions extractions;
    private final int mostUnderWay;
    private final List<Passage> done = new ArrayList<>();
    private long doneSince;
    private int doneStatements;
    private boolean stopped;

    IngestionRun(Ingestion ingestion, IngestListener listener) {
        this.ingestion = ingestion;
        Meter meter = new Meter();
        indexing = new Indexing(
                ingestion.store, new TextEmbedder(ingestion.embeddingModel, ingestion.parameters.embedBatch(), meter));
        progress = new Progress(listener, meter);
        int parallel = ingestion.parameters.parallelExtractions();
        extractions = new Extractions(ingestion.extractor, ingestion.withoutModel, parallel);
        // Ahead of what the model is asked at once, so that it is not left without work while a batch is written.
        mostUnderWay = 2 * Batch.PASSAGES + 2 * parallel;
    }

    /** Whether nothing more is to be begun, because it could not be paid. */
    boolean stopped() {
        return stopped;
    }

    /** Passages of the graph are going to be extracted again. */
    void waiting(int passages) {
        progress.waiting(passages);
    }

    void store(Batch batch) {
        if (batch.isEmpty()) {
            return;
        }
        List<Passage> unextracted = orInterrupted(() -> {
            ingestion.batches.lock();
            try {
                requireUninterrupted();
                Indexing.Indexed indexed = indexing.prepare(batch.documents(), progress::tell);
                write(indexed);
                progress.stored(batch.documents().size(), indexed);
                return indexed.unextracted();
            } finally {
                ingestion.batches.unlock();
            }
        });
        extract(unextracted);
    }

    /** Additions first: whoever reads meanwhile finds what was there and more; an interruption leaves no gap. */
    void storeInParts(Document document, List<Passage> passages) {
        Set<String> ids = new HashSet<>();
        boolean changed = false;
        for (int start = 0; start < passages.size(); start += Batch.PASSAGES) {
            List<Passage> part = passages.subList(start, Math.min(start + Batch.PASSAGES, passages.size()));
            part.forEach(passage -> ids.add(passage.id()));
            changed |= storePart(() -> indexing.preparePart(part, progress::tell));
        }
        changed |= storePart(() -> indexing.prepareRest(document.id(), ids));
        progress.storedInParts(changed);
    }

    private boolean storePart(Supplier<Indexing.Indexed> preparation) {
        Indexing.Indexed indexed = orInterrupted(() -> {
            ingestion.batches.lock();
            try {
                requireUninterrupted();
                Indexing.Indexed prepared = preparation.get();
                write(prepared);
                progress.storedPart(prepared);
                return prepared;
            } finally {
                ingestion.batches.unlock();
            }
        });
        extract(indexed.unextracted());
        return !indexed.batch().passages().isEmpty()
                || !indexed.batch().stalePassageIds().isEmpty();
    }

    void extract(List<Passage> passages) {
        orInterrupted(() -> {
            for (Passage passage : passages) {
                if (stopped || !ingestion.allowance.allows(passage)) {
                    stopped = true;
                    break;
                }
                while (extractions.underWay() >= mostUnderWay) {
                    take();
                }
                extractions.begin(passage);
            }
            return passages;
        });
    }

    private void take() {
        try {
            List<Passage> taken = extractions.take(WRITTEN_AT_LATEST_MILLIS);
            if (done.isEmpty()) {
                doneSince = System.nanoTime();
            }
            for (Passage passage : taken) {
                done.add(passage);
                doneStatements += passage.statements().size();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        } catch (TernException e) {
            writeDone();
            throw e;
        }
        boolean late = System.nanoTime() - doneSince > WRITTEN_AT_LATEST_MILLIS * 1_000_000L;
        if (done.size() >= Batch.PASSAGES || doneStatements >= Batch.STATEMENTS || late) {
            writeDone();
        }
    }

    private void writeDone() {
        if (done.isEmpty()) {
            return;
        }
        ingestion.batches.lock();
        try {
            requireUninterrupted();
            Indexing.Indexed indexed = indexing.prepareExtracted(done, progress::tell);
            write(indexed);
            progress.extracted(done, indexed);
            done.clear();
            doneStatements = 0;
        } finally {
            ingestion.batches.unlock();
        }
    }

    private void write(Indexing.Indexed indexed) {
        if (!indexed.batch().passages().isEmpty()
                || !indexed.batch().stalePassageIds().isEmpty()) {
            ingestion.store.write(indexed.batch());
        }
    }

    IngestReport end() {
        return orInterrupted(() -> {
            while (extractions.underWay() > 0) {
                take();
            }
            writeDone();
            return progress.report();
        });
    }

    private <T> T orInterrupted(Step<T> step) {
        try {
            return step.run();
        } catch (CancellationException | TernException e) {
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
        extractions.close();
    }

    /** Something that ends early when the thread is interrupted. */
    private interface Step<T> {
        T run();
    }
}

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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
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
    private boolean spent;

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

    /** Whether nothing more is to be begun, because it could not be paid for. */
    boolean spent() {
        return spent;
    }

    /** Passages of the graph are going to be extracted again. */
    void waiting(int passages) {
        progress.waiting(passages);
    }

    void store(Batch batch) {
        if (!batch.isEmpty()) {
            change(
                            () -> indexing.prepare(batch.documents(), progress::tell),
                            indexed -> progress.stored(batch.documents().size(), indexed))
                    .ifPresent(indexed -> extract(indexed.unextracted()));
        }
    }

    /** Additions first: whoever reads meanwhile finds what was there and more; an interruption leaves no gap. */
    void storeInParts(Document document, List<Passage> passages) {
        Set<String> ids = new HashSet<>();
        boolean changed = false;
        for (int start = 0; start < passages.size() && !spent; start += Batch.PASSAGES) {
            List<Passage> part = passages.subList(start, Math.min(start + Batch.PASSAGES, passages.size()));
            part.forEach(passage -> ids.add(passage.id()));
            changed |= storePart(() -> indexing.preparePart(part, progress::tell));
        }
        if (!spent) {
            changed |= storePart(() -> indexing.prepareRest(document.id(), ids));
            progress.storedInParts(changed);
        }
    }

    private boolean storePart(Supplier<Indexing.Indexed> preparation) {
        Optional<Indexing.Indexed> stored = change(preparation, progress::storedPart);
        stored.ifPresent(indexed -> extract(indexed.unextracted()));
        return stored.isPresent() && !isEmpty(stored.get());
    }

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
            change(() -> indexing.prepareExtracted(done, progress::tell), indexed -> progress.extracted(done, indexed));
            done.clear();
        }
    }

    /** Prepares a batch, stores it, and counts it; empty if it could not be paid for, and then nothing was stored. */
    private Optional<Indexing.Indexed> change(
            Supplier<Indexing.Indexed> preparation, Consumer<Indexing.Indexed> counted) {
        return orInterrupted(() -> {
            ingestion.batches.lock();
            try {
                requireUninterrupted();
                Indexing.Indexed indexed = preparation.get();
                if (!isEmpty(indexed)) {
                    ingestion.store.write(indexed.batch());
                }
                counted.accept(indexed);
                return Optional.of(indexed);
            } catch (TernException e) {
                if (e.fault() != TernException.Fault.BUDGET) {
                    throw e;
                }
                stop();
                return Optional.empty();
            } finally {
                ingestion.batches.unlock();
            }
        });
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

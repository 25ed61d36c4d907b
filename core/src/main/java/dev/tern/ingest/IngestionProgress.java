package dev.tern.ingest;

import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.Indexing.PreparedBatch;
import dev.tern.model.Meter;
import java.util.Collection;

/** Counts the progress of a running ingestion. Not thread-safe. */
final class IngestionProgress {
    private final IngestListener listener;
    private final Meter meter;
    private final long start = System.nanoTime();
    private long documents;
    private long unchanged;
    private long passages;
    private long removedPassages;
    private long statements;
    private long extracted;
    private long failed;
    private long waiting;
    private long unstored;
    private long embeddedTexts;
    private boolean spent;

    IngestionProgress(IngestListener listener, Meter meter) {
        this.listener = listener;
        this.meter = meter;
    }

    IngestReport report() {
        return new IngestReportRecord(
                documents,
                unchanged,
                passages,
                removedPassages,
                statements,
                extracted,
                failed,
                waiting,
                unstored,
                embeddedTexts,
                spent,
                meter.modelNanos() / 1e6,
                (System.nanoTime() - start) / 1e6);
    }

    void reportProgress() {
        listener.progress(report());
    }

    /** Counts passages that were read but not stored yet; reported with the next step. */
    void read(int more) {
        unstored += more;
    }

    /** Counts documents that were stored as a whole; some of their passages may wait. */
    void countStored(int newDocuments, int theirPassages, PreparedBatch indexed) {
        documents += newDocuments;
        unchanged += indexed.unchangedDocuments();
        storedPart(theirPassages, indexed);
    }

    /** Counts a stored part of a document; {@code itsPassages} includes unchanged passages. */
    void storedPart(int itsPassages, PreparedBatch indexed) {
        unstored -= itsPassages;
        passages += indexed.batch().passages().size();
        removedPassages += indexed.batch().stalePassageIds().size();
        waiting += indexed.unextracted().size();
        count(indexed);
    }

    void storedInParts(boolean changed) {
        documents++;
        unchanged += changed ? 0 : 1;
        reportProgress();
    }

    void extracted(Collection<Passage> done, PreparedBatch indexed) {
        waiting -= done.size();
        for (Passage passage : done) {
            if (passage.extraction().state() == Extraction.State.FAILED) {
                failed++;
            } else {
                extracted++;
            }
        }
        count(indexed);
    }

    void budgetSpent() {
        spent = true;
    }

    void waiting(int more) {
        waiting += more;
    }

    private void count(PreparedBatch indexed) {
        // Statements of waiting passages are counted after the extraction, with those it finds.
        statements += indexed.batch().passages().stream()
                .filter(passage -> passage.value().extraction().state() != Extraction.State.WAITING)
                .mapToInt(passage -> passage.value().statements().size())
                .sum();
        embeddedTexts += indexed.embeddedTexts();
        reportProgress();
    }
}

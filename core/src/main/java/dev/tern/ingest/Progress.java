package dev.tern.ingest;

import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.Indexing.Indexed;
import dev.tern.model.Meter;
import java.util.Collection;

/** The figures of an ingestion while it runs; for one thread. */
final class Progress {
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

    Progress(IngestListener listener, Meter meter) {
        this.listener = listener;
        this.meter = meter;
    }

    IngestReport report() {
        return new IngestReport(
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

    void tell() {
        listener.progress(report());
    }

    /** Passages were read, and are going to be stored; told with the next step of them. */
    void read(int more) {
        unstored += more;
    }

    /** Whole documents are in the graph, some of whose passages may wait. */
    void stored(int newDocuments, int theirPassages, Indexed indexed) {
        documents += newDocuments;
        unchanged += indexed.unchangedDocuments();
        storedPart(theirPassages, indexed);
    }

    /** A part of a document is in the graph: its number of passages, those that it had already among them. */
    void storedPart(int itsPassages, Indexed indexed) {
        unstored -= itsPassages;
        passages += indexed.batch().passages().size();
        removedPassages += indexed.batch().stalePassageIds().size();
        waiting += indexed.unextracted().size();
        count(indexed);
    }

    /** A document that was stored in parts is whole. */
    void storedInParts(boolean changed) {
        documents++;
        unchanged += changed ? 0 : 1;
        tell();
    }

    /** Passages that waited are in the graph with what was found. */
    void extracted(Collection<Passage> done, Indexed indexed) {
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

    /** Nothing more can be paid for. */
    void spent() {
        spent = true;
    }

    /** Passages of the graph wait that were not waited for so far. */
    void waiting(int more) {
        waiting += more;
    }

    private void count(Indexed indexed) {
        statements += indexed.batch().passages().stream()
                .mapToInt(passage -> passage.value().statements().size())
                .sum();
        embeddedTexts += indexed.embeddedTexts();
        tell();
    }
}

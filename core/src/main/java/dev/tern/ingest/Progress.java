package dev.tern.ingest;

import dev.tern.ingest.index.Indexing;
import dev.tern.model.Meter;

/** The figures of an ingestion while it runs; for one thread. */
final class Progress {
    private final IngestListener listener;
    private final Meter meter;
    private final long start = System.nanoTime();
    private IngestReport report = new IngestReport(0, 0, 0, 0, 0, 0, 0, 0);

    Progress(IngestListener listener, Meter meter) {
        this.listener = listener;
        this.meter = meter;
    }

    IngestReport report() {
        return new IngestReport(
                report.documents(),
                report.unchanged(),
                report.passages(),
                report.removedPassages(),
                report.statements(),
                report.embeddedTexts(),
                meter.modelNanos() / 1e6,
                (System.nanoTime() - start) / 1e6);
    }

    void tell() {
        listener.progress(report());
    }

    void stored(int documents, Indexing.Indexed indexed) {
        int statements = indexed.batch().passages().stream()
                .mapToInt(passage -> passage.value().statements().size())
                .sum();
        report = new IngestReport(
                report.documents() + documents,
                report.unchanged() + indexed.unchangedDocuments(),
                report.passages() + indexed.batch().passages().size(),
                report.removedPassages() + indexed.batch().stalePassageIds().size(),
                report.statements() + statements,
                report.embeddedTexts() + indexed.embeddedTexts(),
                0,
                0);
        tell();
    }
}

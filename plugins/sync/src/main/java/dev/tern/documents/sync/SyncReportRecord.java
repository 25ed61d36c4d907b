package dev.tern.documents.sync;

import dev.tern.ingest.IngestReport;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The values of a {@link SyncReport}. */
record SyncReportRecord(
        SyncedSource source,
        List<Failure> failures,
        List<Failure> ignored,
        List<String> gaps,
        Optional<SyncOptions.Removal> refused,
        Optional<Plan> plan,
        Optional<IngestReport> ingest)
        implements SyncReport {
    SyncReportRecord {
        failures = List.copyOf(failures);
        ignored = List.copyOf(ignored);
        gaps = List.copyOf(gaps);
    }

    /** Returns the source and the counts of its files and pages. */
    @Override
    public String toString() {
        SyncedSource.Counts counts = source.counts();
        return String.format(
                Locale.ROOT,
                "%s: %,d added, %,d replaced, %,d removed, %,d unchanged, %,d failed",
                source.name(),
                counts.added(),
                counts.replaced(),
                counts.removed(),
                counts.unchanged(),
                counts.failed());
    }
}

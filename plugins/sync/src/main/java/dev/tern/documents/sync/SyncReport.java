package dev.tern.documents.sync;

import dev.tern.ingest.IngestReport;
import dev.tern.note.SyncedSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of synchronising a graph with a source. Created by Tern only: its accessors are API,
 * its constructor is not.
 *
 * @param source the source as stored now; in a dry run as it would be
 * @param failures the files or pages that could not be read, or not completely; at most {@value
 *     #MAX_FAILURES}
 * @param ignored the new files or pages without content, which are empty or of an unsupported type,
 *     and the files that failed in the last run and have not changed since; at most {@value
 *     #MAX_FAILURES}
 * @param gaps the reasons for which the listing may be incomplete; if there are any, nothing was
 *     removed for not being listed
 * @param refused the removal that was not permitted, or in a dry run requires permission; empty if
 *     there was none
 * @param plan the changes of a dry run; empty otherwise
 * @param ingest the counts of additions; empty if there were none, and in a dry run
 */
public record SyncReport(
        SyncedSource source,
        List<Failure> failures,
        List<Failure> ignored,
        List<String> gaps,
        Optional<SyncOptions.Removal> refused,
        Optional<Plan> plan,
        Optional<IngestReport> ingest) {
    /** The maximum number of failures, and of ignored files or pages, in a report. */
    public static final int MAX_FAILURES = 1_000;

    public SyncReport {
        failures = List.copyOf(failures);
        ignored = List.copyOf(ignored);
        gaps = List.copyOf(gaps);
    }

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

    /** A file or page that was left out or read partly; {@code reason} is a clause about it. */
    public record Failure(String place, String reason) {
        @Override
        public String toString() {
            return place + " " + reason;
        }
    }

    /** The ids of files and pages to add, replace and remove. */
    public record Plan(List<String> added, List<String> replaced, List<String> removed) {
        public Plan {
            added = List.copyOf(added);
            replaced = List.copyOf(replaced);
            removed = List.copyOf(removed);
        }
    }
}

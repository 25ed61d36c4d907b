package dev.tern.documents.sync;

import dev.tern.ingest.IngestReport;
import java.util.List;
import java.util.Optional;

/**
 * The result of synchronising a graph with a source. Only Tern implements it: later versions can
 * add values.
 */
public sealed interface SyncReport permits SyncReportRecord {
    /** The maximum number of failures, and of ignored files or pages, in a report. */
    int MAX_FAILURES = 1_000;

    /** Returns the source as stored now; in a dry run as it would be. */
    SyncedSource source();

    /**
     * Returns the first {@value #MAX_FAILURES} files or pages that could not be read, or not
     * completely.
     */
    List<Failure> failures();

    /**
     * Returns the first {@value #MAX_FAILURES} new files or pages without content, which are empty
     * or of an unsupported type, and files that failed in the last run and have not changed since.
     */
    List<Failure> ignored();

    /**
     * Returns the reasons for which the listing may be incomplete; if there are any, unlisted files
     * and pages were not removed.
     */
    List<String> gaps();

    /** Returns the removal that was not permitted, or in a dry run requires permission. */
    Optional<SyncOptions.Removal> refused();

    /** Returns the changes of a dry run; empty otherwise. */
    Optional<Plan> plan();

    /** Returns the counts of additions; empty if there were none, and in a dry run. */
    Optional<IngestReport> ingest();

    /** A file or page that was left out or read partly; {@code reason} is a clause about it. */
    record Failure(String place, String reason) {
        @Override
        public String toString() {
            return place + " " + reason;
        }
    }

    /** The ids of files and pages to add, replace and remove. */
    record Plan(List<String> added, List<String> replaced, List<String> removed) {
        public Plan {
            added = List.copyOf(added);
            replaced = List.copyOf(replaced);
            removed = List.copyOf(removed);
        }
    }
}

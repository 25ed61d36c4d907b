package dev.tern.documents.sync;

import dev.tern.ingest.IngestReport;
import dev.tern.note.SyncedSource;
import java.util.List;
import java.util.Optional;

/**
 * What came of bringing a graph into step with a source.
 *
 * @param source as it is kept now; of a dry run as it would be
 * @param failures what gave no document, at most {@value #MAX_FAILURES} of them
 * @param ignored what has nothing to read: it is empty, or of a type that is not read; at most {@value #MAX_FAILURES} of it
 * @param gaps why there may be more than was listed; then nothing was removed that the list lacks
 * @param refused the removal that was not allowed; empty if there was none
 * @param plan of a dry run: what would be done
 * @param ingest what adding came to; empty for a dry run
 */
public record SyncReport(
        SyncedSource source,
        List<Failure> failures,
        List<Failure> ignored,
        List<String> gaps,
        Optional<SyncOptions.Removal> refused,
        Optional<Plan> plan,
        Optional<IngestReport> ingest) {
    /** The most failures that are named. */
    public static final int MAX_FAILURES = 1_000;

    /** Copies the lists, so that the record is immutable. */
    public SyncReport {
        failures = List.copyOf(failures);
        ignored = List.copyOf(ignored);
        gaps = List.copyOf(gaps);
    }

    /** A file or page that gave no document; {@code reason} is a clause about it. */
    public record Failure(String place, String reason) {
        @Override
        public String toString() {
            return place + " " + reason;
        }
    }

    /** The ids of what would be added, replaced and removed. */
    public record Plan(List<String> added, List<String> replaced, List<String> removed) {
        /** Copies the lists, so that the record is immutable. */
        public Plan {
            added = List.copyOf(added);
            replaced = List.copyOf(replaced);
            removed = List.copyOf(removed);
        }
    }
}

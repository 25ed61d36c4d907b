package dev.tern.documents.sync.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.documents.sync.SyncedSource;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a source.
 *
 * @param kind folder, sitemap, feed or page
 * @param exclude patterns excluded from a folder
 * @param added the time it was added, as 2026-01-31T12:00:00Z
 * @param by the user who added it
 * @param state running, done or stopped
 * @param started the start of the current or last run
 * @param ended the end of that run; left out while it runs, and after a kill
 * @param counts the counts of the last run that did not fail; zeros if there is none
 * @param failures files or pages that could not be added, with reasons; at most {@value
 *     SyncedSource#MAX_FAILURES}
 * @param remark a remark on the last run; may be empty
 */
record SourceJson(
        String name,
        String address,
        String kind,
        List<String> exclude,
        String added,
        String by,
        String state,
        String started,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String ended,

        SyncedSource.Counts counts,
        List<String> failures,
        String remark) {
    static SourceJson of(SyncedSource source) {
        return new SourceJson(
                source.name(),
                source.address(),
                source.kind(),
                source.exclude(),
                source.made().at().toString(),
                source.made().by(),
                source.state().name().toLowerCase(Locale.ROOT),
                source.started().toString(),
                source.ended().map(Instant::toString).orElse(null),
                source.counts(),
                source.failures(),
                source.remark());
    }
}

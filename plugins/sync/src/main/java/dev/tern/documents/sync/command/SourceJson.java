package dev.tern.documents.sync.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.note.SyncedSource;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A source of a graph, as programs see it.
 *
 * @param name what it is called
 * @param address the path or address
 * @param kind folder, sitemap, feed or page
 * @param exclude the patterns that are left out of a folder
 * @param added when it was added, as 2026-01-31T12:00:00Z
 * @param by who added it
 * @param state running, done or stopped
 * @param started when the last run began
 * @param ended when it ended; left out while it runs, and after a kill
 * @param counts what the last run that ended did
 * @param failures what gave no document, and why, as far as it is kept
 * @param remark what else is to be said of the last run
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
    /** A source as it is now. */
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

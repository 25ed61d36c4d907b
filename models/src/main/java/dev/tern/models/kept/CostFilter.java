package dev.tern.models.kept;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Selects model calls; a null field matches all calls.
 *
 * @param store the URI of the store, as the run named it
 * @param from the earliest time, inclusive
 * @param until the end of the time range, exclusive
 */
public record CostFilter(
        @Nullable String run,
        @Nullable String store,
        @Nullable String graph,
        @Nullable Instant from,
        @Nullable Instant until) {
    /** A filter that matches every call. */
    public static final CostFilter ALL = new CostFilter(null, null, null, null, null);

    /** Returns a filter of the calls of one run. */
    public static CostFilter ofRun(String id) {
        return new CostFilter(id, null, null, null, null);
    }
}

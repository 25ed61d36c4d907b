package dev.tern.models.kept;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which calls are counted; what is null does not matter.
 *
 * @param run the id of their run
 * @param store the URI of their store, as the run named it
 * @param graph the name of their graph
 * @param from the first moment
 * @param until the first moment that no longer counts
 */
public record CostFilter(
        @Nullable String run,
        @Nullable String store,
        @Nullable String graph,
        @Nullable Instant from,
        @Nullable Instant until) {
    /** A filter that counts every call. */
    public static final CostFilter ALL = new CostFilter(null, null, null, null, null);

    /** The calls of one run. */
    public static CostFilter ofRun(String id) {
        return new CostFilter(id, null, null, null, null);
    }
}

package dev.tern.spark.bulk;

import dev.tern.store.GraphView;
import java.util.Optional;

/** Checks an imported graph before it becomes visible. */
@FunctionalInterface
public interface BulkCheck {
    /** A check that accepts every graph. */
    BulkCheck NONE = imported -> Optional.empty();

    /**
     * Returns the problem of a graph, which is then dropped; empty if there is none.
     *
     * @param imported the graph, valid during the call
     */
    Optional<String> problem(GraphView imported);
}

package dev.tern.spark.bulk;

import dev.tern.store.GraphView;
import java.util.Optional;

/** Looks at a graph that was imported, before it is shown to anybody else. */
@FunctionalInterface
public interface BulkCheck {
    /** A check that finds nothing. */
    BulkCheck NONE = imported -> Optional.empty();

    /**
     * What is wrong with the graph, which is then dropped; empty if nothing is.
     *
     * @param imported the graph, for as long as the call takes
     */
    Optional<String> wrong(GraphView imported);
}

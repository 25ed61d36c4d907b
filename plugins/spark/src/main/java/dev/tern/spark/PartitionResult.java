package dev.tern.spark;

import java.io.Serializable;
import java.util.List;

/**
 * The result of a task.
 *
 * @param report its counts
 * @param failures its failures, possibly only the first
 */
record PartitionResult(IndexingReport report, List<DocumentFailure> failures) implements Serializable {
    private static final long serialVersionUID = 1L;
}

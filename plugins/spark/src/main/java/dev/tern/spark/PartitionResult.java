package dev.tern.spark;

import java.io.Serializable;
import java.util.List;

/**
 * What a task reports.
 *
 * @param report its counts
 * @param failures what failed, or the first of it
 */
record PartitionResult(IndexingReport report, List<DocumentFailure> failures) implements Serializable {
    private static final long serialVersionUID = 1L;
}

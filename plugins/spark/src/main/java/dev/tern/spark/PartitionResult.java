package dev.tern.spark;

import java.io.Serializable;
import java.util.List;

/**
 * The result of a task.
 *
 * @param report the counts of the task
 * @param failures the failures of the task, at most the first 100
 */
record PartitionResult(IndexingReport report, List<DocumentFailure> failures) implements Serializable {
    private static final long serialVersionUID = 1L;
}

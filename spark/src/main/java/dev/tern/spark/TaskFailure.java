package dev.tern.spark;

import dev.tern.error.TernException;

/** What of Spark's exceptions is to be told: the reason that a task gave, not the list of its attempts. */
final class TaskFailure {
    private TaskFailure() {}

    static RuntimeException told(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TernException known) {
                return known;
            }
        }
        return failure;
    }
}

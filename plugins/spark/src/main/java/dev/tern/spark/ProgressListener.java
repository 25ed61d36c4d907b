package dev.tern.spark;

/** Receives the progress of a run on the driver, every few seconds, on a separate thread. */
@FunctionalInterface
public interface ProgressListener {
    /** A listener that ignores progress. */
    ProgressListener NONE = (documents, failures) -> {};

    /**
     * Reports the progress while tasks run.
     *
     * @param documents the number of documents read in completed tasks; repeats count again
     * @param failures the number of failures in completed tasks
     */
    void progress(long documents, long failures);
}

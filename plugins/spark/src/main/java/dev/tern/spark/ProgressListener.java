package dev.tern.spark;

/** Receives the progress of a run on the driver, every few seconds, on a separate thread. */
@FunctionalInterface
public interface ProgressListener {
    /** A listener that ignores progress. */
    ProgressListener NONE = (documents, failures) -> {};

    /**
     * Reports the progress while tasks run.
     *
     * @param documents the number of documents read so far; repeated work counts again
     * @param failures the number of failures so far
     */
    void progress(long documents, long failures);
}

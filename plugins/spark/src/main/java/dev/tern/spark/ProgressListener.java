package dev.tern.spark;

/** Hears on the driver how a run goes on, every few seconds, from a thread of its own. */
@FunctionalInterface
public interface ProgressListener {
    /** A listener that ignores what it hears. */
    ProgressListener NONE = (documents, failures) -> {};

    /**
     * Called while tasks run.
     *
     * @param documents documents read so far; what tasks do twice is counted twice
     * @param failures how many of them failed
     */
    void progress(long documents, long failures);
}

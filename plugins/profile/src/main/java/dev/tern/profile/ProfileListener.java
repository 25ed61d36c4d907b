package dev.tern.profile;

/** Receives the progress of a profile. */
@FunctionalInterface
public interface ProfileListener {
    /** A listener that ignores progress. */
    ProfileListener NONE = (step, done, end) -> {};

    /**
     * Reports the progress of a step, on the profiling thread.
     *
     * @param done rows or passages read so far in this step
     * @param end the number to read in this step
     */
    void progress(ProfileStep step, long done, long end);

    /** The steps of a profile, in the order in which they run. */
    enum ProfileStep {
        /** Reads every passage and every entity, and draws the sample. */
        DRAWING,
        /** Reads every passage again and counts the sample's names. */
        COUNTING,
        /** Compares sampled passages with their nearest neighbours. */
        COMPARING
    }
}

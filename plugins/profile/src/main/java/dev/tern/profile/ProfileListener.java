package dev.tern.profile;

/** Hears how far a profile is. */
@FunctionalInterface
public interface ProfileListener {
    /** Hears nothing of it. */
    ProfileListener NONE = (step, done, end) -> {};

    /**
     * A step goes on.
     *
     * @param done rows or passages that it has seen
     * @param end how many there are
     */
    void goesOn(Step step, long done, long end);

    /** What is being done. */
    enum Step {
        /** Every row is read, and the sample is drawn. */
        DRAWING,
        /** Every passage is read again, and the names of the sample are counted. */
        COUNTING,
        /** The passages of the sample are compared with those nearest to them. */
        COMPARING
    }
}

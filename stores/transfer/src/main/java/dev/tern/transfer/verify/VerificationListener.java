package dev.tern.transfer.verify;

/** Hears how a verification goes on, in the thread that verifies, now and then. */
@FunctionalInterface
public interface VerificationListener {
    /** Ignores all the progress. */
    VerificationListener NONE = (step, done) -> {};

    /** What is being done. */
    enum Step {
        /** Rows are read and checked, those of passages twice. */
        CHECKING,
        /** Rows are removed, and passages written again. */
        MENDING
    }

    /**
     * Some more is done.
     *
     * @param step what is being done
     * @param done how many rows
     */
    void progress(Step step, long done);
}

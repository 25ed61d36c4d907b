package dev.tern.transfer.verify;

/** Gets the progress of a verification, in the thread that verifies, now and then. */
@FunctionalInterface
public interface VerificationListener {
    /** Ignores all the progress. */
    VerificationListener NONE = rows -> {};

    /**
     * Some more rows are checked.
     *
     * @param rows how many so far; those of passages are read twice
     */
    void progress(long rows);
}

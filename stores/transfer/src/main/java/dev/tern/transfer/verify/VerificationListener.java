package dev.tern.transfer.verify;

/** Receives the progress of a verification from time to time, on the thread that runs it. */
@FunctionalInterface
public interface VerificationListener {
    VerificationListener NONE = rows -> {};

    /**
     * Called after some more rows.
     *
     * @param rows the rows so far; rows of passages are read twice
     */
    void progress(long rows);
}

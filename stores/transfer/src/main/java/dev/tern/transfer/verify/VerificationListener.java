package dev.tern.transfer.verify;

/** Receives the progress of a verification from time to time, on the thread that runs it. */
@FunctionalInterface
public interface VerificationListener {
    VerificationListener NONE = rows -> {};

    /**
     * Called from time to time.
     *
     * @param rows the number of rows that the store itself has checked, if it does so; after that,
     *     from 0, the number of rows read. Passages are read twice, and count twice
     */
    void progress(long rows);
}

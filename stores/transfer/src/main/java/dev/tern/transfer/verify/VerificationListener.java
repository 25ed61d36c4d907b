package dev.tern.transfer.verify;

/** Receives the progress of a verification from time to time, on the thread that runs it. */
@FunctionalInterface
public interface VerificationListener {
    VerificationListener NONE = rows -> {};

    /**
     * Called from time to time.
     *
     * @param rows the number of rows read so far; passages are read twice. If the store checks its
     *     own index first, the number of rows that it has checked, and then from 0 again
     */
    void progress(long rows);
}

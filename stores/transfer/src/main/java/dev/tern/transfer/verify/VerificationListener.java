package dev.tern.transfer.verify;

/** Receives the progress of a verification from time to time, on the thread that runs it. */
@FunctionalInterface
public interface VerificationListener {
    VerificationListener NONE = rows -> {};

    /**
     * Called from time to time.
     *
     * @param rows counts the rows that the store checks itself, if it does, and after that, from 0,
     *     the rows that are read; a passage may count twice
     */
    void progress(long rows);
}

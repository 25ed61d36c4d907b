package dev.tern.transfer.verify;

/** Receives the progress of a verification from time to time, on the thread that runs it. */
@FunctionalInterface
public interface VerificationListener {
    VerificationListener NONE = rows -> {};

    /**
     * Called from time to time.
     *
     * @param rows the number of rows read so far; passages are read twice. If the store first
     *     checks its own index, the number of rows that it has checked; the count then starts again
     *     from 0
     */
    void progress(long rows);
}

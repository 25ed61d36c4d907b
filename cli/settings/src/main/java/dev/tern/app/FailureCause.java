package dev.tern.app;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CancellationException;

/** Classifies the cause of a failure. */
public final class FailureCause {
    private FailureCause() {}

    /**
     * Returns true if this thread is interrupted, or the failure or one of its causes is an
     * interrupt or a cancellation.
     */
    public static boolean isInterruption(Throwable failure) {
        boolean interrupted = Thread.currentThread().isInterrupted();
        for (Throwable cause = failure; cause != null && !interrupted; cause = cause.getCause()) {
            interrupted = cause instanceof CancellationException
                    || cause instanceof InterruptedException
                    || cause instanceof ClosedByInterruptException;
        }
        return interrupted;
    }
}

package dev.tern.app;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CancellationException;

/** What a failure comes from. */
public final class FailureCause {
    private FailureCause() {}

    /** Whether this thread was interrupted, or a failure says that something of its was. */
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

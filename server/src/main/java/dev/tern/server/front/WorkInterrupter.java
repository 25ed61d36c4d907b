package dev.tern.server.front;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread that created it, at most once. After {@link #end} it does nothing, as an
 * interrupt would then close the connection. Thread-safe.
 */
final class WorkInterrupter {
    enum InterruptReason {
        /** The client has gone. */
        GONE,
        /** The work timed out. */
        LATE
    }

    private final Thread worker = Thread.currentThread();
    private @Nullable InterruptReason reason;
    private boolean ended;

    synchronized void interrupt(InterruptReason why) {
        if (!ended && reason == null) {
            reason = why;
            worker.interrupt();
        }
    }

    /** Marks the work as ended, and clears the interrupt flag that this object has set. */
    synchronized void end() {
        ended = true;
        if (reason != null) {
            boolean unused = Thread.interrupted();
        }
    }

    /** Returns the reason of the interrupt; empty if there was none. */
    synchronized Optional<InterruptReason> reason() {
        return Optional.ofNullable(reason);
    }
}

package dev.tern.server.front;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread that works, for a reason, and never when it works no more: an interrupt that comes too late would
 * end its connection instead. Thread-safe.
 */
final class Cut {
    /** Why work is cut off. */
    enum Reason {
        /** The client has gone. */
        GONE,
        /** It took too long. */
        LATE
    }

    private final Thread worker = Thread.currentThread();
    private @Nullable Reason reason;
    private boolean over;

    synchronized void now(Reason why) {
        if (!over && reason == null) {
            reason = why;
            worker.interrupt();
        }
    }

    /** The work is over, by whatever way; takes the mark of its own interrupt away. */
    synchronized void end() {
        over = true;
        if (reason != null) {
            boolean unused = Thread.interrupted();
        }
    }

    /** Why it was cut off, if it was. */
    synchronized Optional<Reason> reason() {
        return Optional.ofNullable(reason);
    }
}

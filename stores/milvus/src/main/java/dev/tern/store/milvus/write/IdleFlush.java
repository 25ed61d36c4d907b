package dev.tern.store.milvus.write;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Flushes in the background as soon as nothing has been written for a while. Thread-safe. */
final class IdleFlush implements AutoCloseable {
    private static final int MOST_TRIES = 6;

    private final Duration pause;
    private final BooleanSupplier flush;
    private @Nullable Thread waiting;
    private long written;
    private boolean closed;

    /**
     * A flush that waits for a first write.
     *
     * @param pause for so long nothing has been written, and so long it waits before it tries again
     * @param flush flushes, and says whether it could
     */
    IdleFlush(Duration pause, BooleanSupplier flush) {
        this.pause = pause;
        this.flush = flush;
    }

    /** Notes that something was written that is to be flushed. */
    synchronized void afterWrite() {
        written = System.nanoTime();
        if (waiting == null && !closed) {
            waiting = Thread.startVirtualThread(this::run);
        }
    }

    private void run() {
        try {
            int tries = 0;
            while (true) {
                long flushed = awaitPause();
                if ((flush.getAsBoolean() || ++tries >= MOST_TRIES) && endsIfIdleSince(flushed)) {
                    return;
                }
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            // Closed: the writer flushes what is left.
        }
    }

    /** Returns when the last write was, once it is long enough ago. */
    private long awaitPause() throws InterruptedException {
        while (true) {
            long last = lastWrite();
            long nanos = pause.toNanos() - (System.nanoTime() - last);
            if (nanos <= 0) {
                return last;
            }
            Thread.sleep(Duration.ofNanos(nanos));
        }
    }

    private synchronized long lastWrite() {
        return written;
    }

    private synchronized boolean endsIfIdleSince(long write) {
        boolean idle = written == write;
        if (idle) {
            waiting = null;
        }
        return idle;
    }

    /** Stops flushing, and gives up what is under way. */
    @Override
    public synchronized void close() {
        closed = true;
        if (waiting != null) {
            waiting.interrupt();
        }
    }
}

package dev.tern.store.milvus.write;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Flushes in the background after a pause in writing; tries up to six times. Thread-safe. */
final class IdleFlush implements AutoCloseable {
    private static final int MAX_TRIES = 6;

    private final Duration pause;
    private final BooleanSupplier flush;
    private @Nullable Thread waiting;
    private long written;
    private boolean closed;

    /**
     * Creates the flush, whose thread starts at the first write.
     *
     * @param pause the idle time before a flush, and between retries
     * @param flush flushes, and returns true if it succeeded
     */
    IdleFlush(Duration pause, BooleanSupplier flush) {
        this.pause = pause;
        this.flush = flush;
    }

    /** Records a write, and starts the thread if none is waiting. */
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
                if ((flush.getAsBoolean() || ++tries >= MAX_TRIES) && endsIfIdleSince(flushed)) {
                    return;
                }
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            // The flush is closed, and the writer flushes the rest.
        }
    }

    /** Waits until no write has occurred for the pause; returns the nanoTime of the last one. */
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

    /** Ends the flushing and interrupts a running flush, without waiting for it. */
    @Override
    public synchronized void close() {
        closed = true;
        if (waiting != null) {
            waiting.interrupt();
        }
    }
}

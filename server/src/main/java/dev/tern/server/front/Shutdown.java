package dev.tern.server.front;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether the server has been told to end, and what is under way meanwhile. From then on every answer says that its connection
 * closes after it, so that nobody sends another request on it. Thread-safe.
 */
public final class Shutdown {
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean begun;
    private volatile long lastNanos = System.nanoTime();

    /** Tells the server to end. */
    public void begin() {
        lastNanos = System.nanoTime();
        begun = true;
    }

    /** Whether it has been told to end. */
    public boolean hasBegun() {
        return begun;
    }

    void requestBegun() {
        underWay.incrementAndGet();
    }

    void requestEnded() {
        lastNanos = System.nanoTime();
        underWay.decrementAndGet();
    }

    /** Whether the end has begun, and nothing was under way for a while. */
    public boolean isQuietFor(Duration length) {
        return begun && underWay.get() == 0 && System.nanoTime() - lastNanos >= length.toNanos();
    }
}

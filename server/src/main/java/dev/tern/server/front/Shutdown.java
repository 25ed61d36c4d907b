package dev.tern.server.front;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether the server is being stopped, and which requests are under way meanwhile. Once it is, every answer says that its connection
 * closes, so that the client sends no further request on it. Thread-safe.
 */
public final class Shutdown {
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean begun;
    private final AtomicLong requests = new AtomicLong();

    /** Tells the server to end. */
    public void begin() {
        begun = true;
    }

    /** Whether the server is being stopped. */
    public boolean hasBegun() {
        return begun;
    }

    void requestBegun() {
        underWay.incrementAndGet();
        requests.incrementAndGet();
    }

    void requestEnded() {
        underWay.decrementAndGet();
    }

    /** Whether the end has begun, and nothing is under way. */
    public boolean isQuiet() {
        return begun && underWay.get() == 0;
    }

    /** How many requests have begun so far. */
    public long requests() {
        return requests.get();
    }
}

package dev.tern.server.front;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state of a shutdown, and the number of requests. Once the shutdown has begun, every response
 * closes its connection, so that the client sends no other request there. Thread-safe.
 */
public final class Shutdown {
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean hasBegun;
    private final AtomicLong requests = new AtomicLong();

    public void begin() {
        hasBegun = true;
    }

    public boolean hasBegun() {
        return hasBegun;
    }

    void requestBegun() {
        underWay.incrementAndGet();
        requests.incrementAndGet();
    }

    void requestEnded() {
        underWay.decrementAndGet();
    }

    /** Returns true if the shutdown has begun and no request is running. */
    public boolean isQuiet() {
        return hasBegun && underWay.get() == 0;
    }

    /** Returns the number of requests so far. */
    public long requests() {
        return requests.get();
    }
}

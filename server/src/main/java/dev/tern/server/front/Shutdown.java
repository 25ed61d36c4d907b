package dev.tern.server.front;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state of a shutdown and of the requests during it. Once it has begun, every response closes
 * its connection, so that the client sends no further request on it. Thread-safe.
 */
public final class Shutdown {
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean hasBegun;
    private final AtomicLong requests = new AtomicLong();

    public void begin() {
        hasBegun = true;
    }

    /** Returns true if the shutdown has begun. */
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

package dev.tern.model;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what models and the store are asked for. Thread-safe. */
public final class Meter {
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicLong modelCalls = new AtomicLong();
    private final AtomicLong modelNanos = new AtomicLong();
    private final AtomicLong inputTokens = new AtomicLong();
    private final AtomicLong outputTokens = new AtomicLong();

    /** A meter at zero. */
    public Meter() {}

    /** Counts a call of the store. */
    public void roundTrip() {
        roundTrips.incrementAndGet();
    }

    /** Counts a call of a model, with the time it took and the tokens that it reports. */
    public void modelCall(long nanos, long input, long output) {
        modelCalls.incrementAndGet();
        modelNanos.addAndGet(nanos);
        inputTokens.addAndGet(input);
        outputTokens.addAndGet(output);
    }

    /** Calls of the store so far. */
    public int roundTrips() {
        return Math.toIntExact(roundTrips.get());
    }

    /** Calls of models so far. */
    public int modelCalls() {
        return Math.toIntExact(modelCalls.get());
    }

    /** Time spent waiting for models so far, in nanoseconds. */
    public long modelNanos() {
        return modelNanos.get();
    }

    /** Tokens sent to models so far. */
    public long inputTokens() {
        return inputTokens.get();
    }

    /** Tokens received from chat models so far. */
    public long outputTokens() {
        return outputTokens.get();
    }
}

package dev.tern.model;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what models and the store are asked for. Thread-safe. */
public final class Meter {
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicLong storeCalls = new AtomicLong();
    private final AtomicLong modelCalls = new AtomicLong();
    private final AtomicLong modelNanos = new AtomicLong();
    private final AtomicLong inputTokens = new AtomicLong();
    private final AtomicLong outputTokens = new AtomicLong();

    /** A meter at zero. */
    public Meter() {}

    /** Counts a wait for the store: a call, or several that were under way at the same time. */
    public void roundTrip() {
        roundTrips.incrementAndGet();
    }

    /** Counts a call of the store. */
    public void storeCall() {
        storeCalls.incrementAndGet();
    }

    /** Counts a call of a model, with the time it took and the tokens that it reports. */
    public void modelCall(long nanos, long input, long output) {
        modelCalls.incrementAndGet();
        modelNanos.addAndGet(nanos);
        inputTokens.addAndGet(input);
        outputTokens.addAndGet(output);
    }

    /** Waits for the store so far. */
    public int roundTrips() {
        return Math.toIntExact(roundTrips.get());
    }

    /** Calls of the store so far. */
    public int storeCalls() {
        return Math.toIntExact(storeCalls.get());
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

package dev.tern.model;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Counts what models and the store are asked for. Thread-safe. */
public final class Meter {
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicLong storeCalls = new AtomicLong();
    private final AtomicLong modelCalls = new AtomicLong();
    private final AtomicLong modelNanos = new AtomicLong();
    private final AtomicLong inputTokens = new AtomicLong();
    private final AtomicLong outputTokens = new AtomicLong();

    private final Consumer<Call> listener;

    /** A meter at zero. */
    public Meter() {
        this(call -> {});
    }

    /**
     * A meter at zero.
     *
     * @param listener hears of every call at its end, on the thread that made it
     */
    public Meter(Consumer<Call> listener) {
        this.listener = listener;
    }

    /** Counts a wait for the store: a call, or several that were under way at the same time. */
    public void roundTrip() {
        roundTrips.incrementAndGet();
    }

    /** Makes a call of the store, and counts it. */
    public <T> T storeCall(String name, Supplier<T> call) {
        storeCalls.incrementAndGet();
        long start = System.nanoTime();
        boolean failed = true;
        try {
            T result = call.get();
            failed = false;
            return result;
        } finally {
            listener.accept(new Call(Call.Kind.STORE, name, System.nanoTime() - start, 0, 0, failed));
        }
    }

    /** Counts a call of a model, with the time it took and the tokens that it reports. */
    public void modelCall(String name, long nanos, long input, long output) {
        listener.accept(new Call(Call.Kind.MODEL, name, nanos, input, output, false));
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

package dev.tern.model;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Counts what models and the store are asked for. Thread-safe. */
public final class Meter {
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicLong storeCalls = new AtomicLong();
    private final AtomicLong modelCalls = new AtomicLong();
    private final AtomicLong modelNanos = new AtomicLong();
    private final AtomicLong inputTokens = new AtomicLong();
    private final AtomicLong outputTokens = new AtomicLong();

    private final CallListener listener;

    /** A meter at zero. */
    public Meter() {
        this(CallListener.NONE);
    }

    /**
     * A meter at zero.
     *
     * @param listener hears of every call, on the thread that makes it
     */
    public Meter(CallListener listener) {
        this.listener = listener;
    }

    /** Counts a wait for the store: a call, or several that were under way at the same time. */
    public void roundTrip() {
        roundTrips.incrementAndGet();
    }

    /** Makes a call of the store, and counts it. */
    public <T> T storeCall(String name, Supplier<T> call) {
        listener.calling(Call.Kind.STORE, name);
        storeCalls.incrementAndGet();
        long start = System.nanoTime();
        boolean failed = true;
        try {
            T result = call.get();
            failed = false;
            return result;
        } finally {
            listener.called(new Call(
                    Call.Kind.STORE,
                    name,
                    Optional.empty(),
                    Optional.empty(),
                    System.nanoTime() - start,
                    0,
                    0,
                    failed));
        }
    }

    /** Says that a call of a model begins; it is counted when it has been answered. */
    public void callingModel(String name) {
        listener.calling(Call.Kind.MODEL, name);
    }

    /** Counts a call of an embedding model, with the time it took and the tokens that it reports. */
    void embedCall(String model, long nanos, long input) {
        modelCall("embed", Optional.empty(), Optional.of(model), nanos, input, 0);
    }

    /** Counts a call of a chat model, with the time it took and the tokens that it reports. */
    void chatCall(ChatTask task, long nanos, long input, long output) {
        modelCall("chat", Optional.of(task), Optional.empty(), nanos, input, output);
    }

    private void modelCall(
            String name,
            Optional<ChatTask> task,
            Optional<String> embeddingModel,
            long nanos,
            long input,
            long output) {
        listener.called(new Call(Call.Kind.MODEL, name, task, embeddingModel, nanos, input, output, false));
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

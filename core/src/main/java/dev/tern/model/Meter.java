package dev.tern.model;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Counts calls of models and of the store. Thread-safe. */
public final class Meter {
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicLong storeCalls = new AtomicLong();
    private final AtomicLong modelCalls = new AtomicLong();
    private final AtomicLong chatCalls = new AtomicLong();
    private final AtomicLong modelNanos = new AtomicLong();
    private final AtomicLong inputTokens = new AtomicLong();
    private final AtomicLong outputTokens = new AtomicLong();

    private final CallListener listener;

    /** Creates a meter at zero. */
    public Meter() {
        this(CallListener.NONE);
    }

    /**
     * Creates a meter at zero.
     *
     * @param listener notified of calls, on the calling thread
     */
    public Meter(CallListener listener) {
        this.listener = listener;
    }

    /** Counts one round trip to the store: one call, or several concurrent calls. */
    public void roundTrip() {
        roundTrips.incrementAndGet();
    }

    /** Runs a call of the store, and counts it even if it throws. */
    public <T> T storeCall(String name, Supplier<T> call) {
        listener.callStarting(Call.Kind.STORE, name);
        storeCalls.incrementAndGet();
        long start = System.nanoTime();
        boolean failed = true;
        try {
            T result = call.get();
            failed = false;
            return result;
        } finally {
            listener.callEnded(new CallRecord(
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

    /** Notifies the listener of a model call that begins; the call is counted when it ends. */
    public void callingModel(String name) {
        listener.callStarting(Call.Kind.MODEL, name);
    }

    /** Counts a successful call of an embedding model; unreported tokens are 0. */
    void embedCall(String model, long nanos, long input) {
        modelCall("embed", Optional.empty(), Optional.of(model), nanos, input, 0);
    }

    /** Counts a call of a chat model, with reported or estimated tokens; 0 if unknown. */
    void chatCall(ChatTask task, long nanos, long input, long output) {
        chatCalls.incrementAndGet();
        modelCall("chat", Optional.of(task), Optional.empty(), nanos, input, output);
    }

    private void modelCall(
            String name,
            Optional<ChatTask> task,
            Optional<String> embeddingModel,
            long nanos,
            long input,
            long output) {
        listener.callEnded(new CallRecord(Call.Kind.MODEL, name, task, embeddingModel, nanos, input, output, false));
        modelCalls.incrementAndGet();
        modelNanos.addAndGet(nanos);
        inputTokens.addAndGet(input);
        outputTokens.addAndGet(output);
    }

    /** Returns the number of round trips to the store. */
    public int roundTrips() {
        return Math.toIntExact(roundTrips.get());
    }

    /** Returns the number of calls of the store. */
    public int storeCalls() {
        return Math.toIntExact(storeCalls.get());
    }

    /** Returns the number of calls of models. */
    public int modelCalls() {
        return Math.toIntExact(modelCalls.get());
    }

    /** Returns the number of calls of chat models. */
    public int chatCalls() {
        return Math.toIntExact(chatCalls.get());
    }

    /** Returns the sum of the durations of all model calls, in nanoseconds. */
    public long modelNanos() {
        return modelNanos.get();
    }

    /** Returns the number of tokens sent to models, reported or estimated; 0 for unknown ones. */
    public long inputTokens() {
        return inputTokens.get();
    }

    /** Returns the tokens received from chat models. */
    public long outputTokens() {
        return outputTokens.get();
    }
}

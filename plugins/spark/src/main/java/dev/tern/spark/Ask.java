package dev.tern.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A message from an executor to the driver. Replies are numbers, readable by any class loader. */
sealed interface Ask extends Serializable {
    /** Returns the id of the run. */
    String run();

    /** Draws from {@link SharedBudget}; the reply is the amount, limit, spent and held money. */
    record Draw(String run, String executor, long sequence, long spent, long reserved, long wanted) implements Ask {}

    /**
     * Requests a turn; the reply is its delay in nanoseconds.
     *
     * @param model the model to call
     */
    record Turn(String run, Limits model, long tokens) implements Ask {}

    /** Reports that a request took more tokens than its turn. */
    record More(String run, Limits model, long tokens) implements Ask {}

    /** Reports that a server asks for a pause. */
    record Pause(String run, Limits model, long nanos) implements Ask {}

    /** Reports a paid model call, for the ledger. */
    record Paid(String run, String step, String document, String model, long inputTokens, long outputTokens)
            implements Ask {}

    /**
     * A model and its rate limits for all executors together.
     *
     * @param name provider, address and model
     * @param burstMillis the share of a minute that may be used at once
     */
    record Limits(
            String name,
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute,
            long burstMillis) implements Serializable {}
}

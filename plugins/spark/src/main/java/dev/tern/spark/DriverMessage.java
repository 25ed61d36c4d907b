package dev.tern.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A message from an executor to the driver. Replies are numbers, readable by any class loader. */
sealed interface DriverMessage extends Serializable {
    /** Returns the id of the run. */
    String run();

    /**
     * Draws from {@link SharedBudget}; the reply is the amount granted, the limit, and the amounts
     * spent and held, each in {@code Money.nanos}.
     */
    record Draw(String run, String executor, long sequence, long spent, long reserved, long wanted)
            implements DriverMessage {}

    /**
     * Requests a turn; the reply is the delay of the turn in nanoseconds.
     *
     * @param tokens the expected tokens of the request, sent and received
     */
    record TurnRequest(String run, Limits model, long tokens) implements DriverMessage {}

    /** Reports the tokens that a request took in addition to those of its turn. */
    record ExcessTokens(String run, Limits model, long tokens) implements DriverMessage {}

    /** Reports that a server asks for a pause. */
    record Pause(String run, Limits model, long nanos) implements DriverMessage {}

    /** Reports a paid model call, for the ledger. */
    record Paid(String run, String step, String document, String model, long inputTokens, long outputTokens)
            implements DriverMessage {}

    /**
     * A model and its rate limits for all executors together.
     *
     * @param name provider, address and model in one text
     * @param burstMillis the milliseconds whose share of a minute's limits may be used at once
     */
    record Limits(
            String name,
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute,
            long burstMillis) implements Serializable {}
}

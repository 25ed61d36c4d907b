package dev.tern.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** What an executor tells the driver or asks it, by Spark's own messages. Answers are numbers, which any class loader can read. */
sealed interface Ask extends Serializable {
    /** The id of the run. */
    String run();

    /** What {@link SharedBudget#draw} takes, in billionths; the answer is the amount, the limit, what is spent and what is held. */
    record Draw(String run, String executor, long sequence, long spent, long reserved, long wanted) implements Ask {}

    /**
     * Asks for a turn of a request; the answer is how many nanoseconds it is away.
     *
     * @param model whose turn it is
     */
    record Turn(String run, Limits model, long tokens) implements Ask {}

    /** A request took more tokens than its turn was for. */
    record More(String run, Limits model, long tokens) implements Ask {}

    /** A server wants to be left alone. */
    record Pause(String run, Limits model, long nanos) implements Ask {}

    /** A call of a model that has to be paid. */
    record Paid(String run, String step, String document, String model, long inputTokens, long outputTokens)
            implements Ask {}

    /**
     * A model and how fast all executors together may ask it.
     *
     * @param name provider, address and model
     * @param burstMillis what of a minute may go at once
     */
    record Limits(
            String name,
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute,
            long burstMillis) implements Serializable {}
}

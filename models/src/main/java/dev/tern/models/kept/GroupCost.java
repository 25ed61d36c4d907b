package dev.tern.models.kept;

import dev.tern.models.money.Money;

/**
 * The cost of a group of calls.
 *
 * @param name the group: a step, a document, a model, a run or a day; empty for a total, and for
 *     calls that belong to no single document
 * @param inputTokens tokens sent
 * @param outputTokens tokens received
 * @param cost the cost of the calls whose price was known at the time
 * @param unpricedCalls the number of calls without a known price, excluded from the cost
 */
public record GroupCost(String name, long calls, long inputTokens, long outputTokens, Money cost, long unpricedCalls) {
    /** Returns true if the cost covers every call. */
    public boolean isWhole() {
        return unpricedCalls == 0;
    }
}

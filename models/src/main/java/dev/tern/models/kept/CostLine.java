package dev.tern.models.kept;

import dev.tern.models.money.Money;

/**
 * What calls of models came to.
 *
 * @param name what they have in common: a step, a document, a model, a run, a day; empty for a total, and for calls that
 *     were for no single document
 * @param calls how many there were
 * @param inputTokens tokens sent
 * @param outputTokens tokens received
 * @param cost what those calls cost whose price was known when they were made
 * @param unpricedCalls calls whose price was not known, which cost does not hold
 */
public record CostLine(String name, long calls, long inputTokens, long outputTokens, Money cost, long unpricedCalls) {
    /** Whether the cost holds every call. */
    public boolean isWhole() {
        return unpricedCalls == 0;
    }
}

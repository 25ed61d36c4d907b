package dev.tern.model;

/** Hears of every call of a model that was made, and so has to be paid. Thread-safe. */
@FunctionalInterface
public interface Ledger {
    /** A listener that ignores what it hears. */
    Ledger NONE = expense -> {};

    /**
     * What one call of a model cost.
     *
     * @param step what it was for: the {@linkplain ChatTask task} of a chat model, or {@code embed}
     * @param documentId the document that it was for; empty if for none or several
     * @param model the model's name
     * @param inputTokens tokens sent, as the model reported them
     * @param outputTokens tokens received, as the model reported them
     */
    record Expense(String step, String documentId, String model, long inputTokens, long outputTokens) {}

    /** A call was made. */
    void record(Expense expense);
}

package dev.tern.model;

/** Records the tokens of model calls, for cost reports. Thread-safe. */
@FunctionalInterface
public interface Ledger {
    /** A ledger that records nothing. */
    Ledger NONE = expense -> {};

    /**
     * The tokens of one call of a model.
     *
     * @param step the {@linkplain ChatTask task} of a chat model, or {@code embed}
     * @param documentId the document for which the call was made; empty for none or several
     * @param model the model's name
     * @param inputTokens tokens sent, as the model reported them, otherwise estimated
     * @param outputTokens tokens received, as reported, otherwise estimated; 0 for embeddings
     */
    record Expense(String step, String documentId, String model, long inputTokens, long outputTokens) {}

    /** Records one call of a model. */
    void record(Expense expense);
}

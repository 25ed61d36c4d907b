package dev.tern.model;

import java.util.Optional;

/**
 * A finished call of the store or of a model.
 *
 * @param kind the receiver
 * @param name {@code chat}, {@code embed}, or the look-up as the store names it
 * @param task the task of a chat model; empty for other calls
 * @param embeddingModel the name of the embedding model; empty for other calls
 * @param nanos duration in nanoseconds
 * @param inputTokens tokens sent to a model, if reported
 * @param outputTokens tokens received from a chat model, if reported
 * @param failed true if it threw
 */
public record Call(
        Kind kind,
        String name,
        Optional<ChatTask> task,
        Optional<String> embeddingModel,
        long nanos,
        long inputTokens,
        long outputTokens,
        boolean failed) {
    /** The receiver of a call. */
    public enum Kind {
        /** A call of the store. */
        STORE,
        /** A call of a model. */
        MODEL
    }
}

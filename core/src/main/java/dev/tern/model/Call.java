package dev.tern.model;

import java.util.Optional;

/**
 * A call of the store or of a model that has come to its end.
 *
 * @param kind whom it went to
 * @param name what it was: {@code chat}, {@code embed}, or the look-up as the store names it
 * @param task what a chat model was asked to do; empty for other calls
 * @param embeddingModel the name of the embedding model that was asked; empty for other calls
 * @param nanos how long it took, in nanoseconds
 * @param inputTokens tokens sent to a model, where it says so
 * @param outputTokens tokens received from a chat model, where it says so
 * @param failed whether it failed
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
    /** Whom a call goes to. */
    public enum Kind {
        /** A call of the store. */
        STORE,
        /** A call of a model. */
        MODEL
    }
}

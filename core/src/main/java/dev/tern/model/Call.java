package dev.tern.model;

import java.util.Optional;

/**
 * A finished call of the store or of a model.
 *
 * @param kind the component that is called
 * @param name {@code chat}, {@code embed}, or the store's name of the operation
 * @param task the task of a chat model; empty for other calls
 * @param embeddingModel the name of the embedding model; empty for other calls
 * @param nanos duration in nanoseconds
 * @param inputTokens tokens sent to a model: as reported, estimated for a failed call, otherwise 0
 * @param outputTokens tokens received from a chat model: as reported, estimated for a failed call,
 *     otherwise 0
 * @param failed true if a store call threw; always false for a model call
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
    /** The component that is called. */
    public enum Kind {
        /** A call of the store. */
        STORE,
        /** A call of a model. */
        MODEL
    }
}

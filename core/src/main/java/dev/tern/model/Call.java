package dev.tern.model;

import java.util.Optional;

/**
 * A finished call of the store or of a model. Only Tern implements it, so that later versions can
 * add values.
 */
public sealed interface Call permits CallRecord {
    /** Returns the component that was called. */
    Kind kind();

    /** Returns {@code chat}, {@code embed}, or the store's name of the operation. */
    String name();

    /** Returns the task of a chat model; empty for other calls. */
    Optional<ChatTask> task();

    /** Returns the name of the embedding model; empty for other calls. */
    Optional<String> embeddingModel();

    /** Returns the duration in nanoseconds. */
    long nanos();

    /** Returns tokens sent to a model, as reported or, for a failed call, estimated; else 0. */
    long inputTokens();

    /** Returns tokens received from a chat model, reported or estimated; otherwise 0. */
    long outputTokens();

    /** Returns true if a store call threw; always false for a model call. */
    boolean failed();

    /** The component that is called. */
    enum Kind {
        /** A look-up in the store, or a change of it. */
        STORE,
        /** A call of a chat model or an embedding model. */
        MODEL
    }
}

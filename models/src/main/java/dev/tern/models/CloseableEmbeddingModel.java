package dev.tern.models;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.model.TokenCounter;

/**
 * An embedding model with threads, connections or native memory that {@link #close} releases.
 * Thread-safe.
 */
public interface CloseableEmbeddingModel extends EmbeddingModel, AutoCloseable {
    /** Returns this model's token counter: exact for a local tokenizer, otherwise an estimate. */
    TokenCounter tokenCounter();

    /**
     * Returns the maximum tokens of a text that affect its vector, as {@link #tokenCounter} counts
     * them.
     */
    int maxTokens();

    /** Releases all resources; idempotent. Later calls fail. */
    @Override
    void close();
}

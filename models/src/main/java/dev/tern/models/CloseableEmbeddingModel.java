package dev.tern.models;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.model.TokenCounter;

/** An embedding model that holds resources until {@link #close}. Thread-safe. */
public interface CloseableEmbeddingModel extends EmbeddingModel, AutoCloseable {
    /** Returns this model's token counter: exact for a local tokenizer, otherwise an estimate. */
    TokenCounter tokenCounter();

    /** Returns the maximum number of tokens of a text, by {@link #tokenCounter}, that it reads. */
    int maxTokens();

    /** Releases all resources; idempotent. Later calls fail. */
    @Override
    void close();
}

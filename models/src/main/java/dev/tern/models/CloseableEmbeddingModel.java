package dev.tern.models;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.model.TokenCounter;

/** An embedding model that holds resources until {@link #close}. Thread-safe. */
public interface CloseableEmbeddingModel extends EmbeddingModel, AutoCloseable {
    /** Returns this model's token counter: exact for a local tokenizer, otherwise an estimate. */
    TokenCounter tokenCounter();

    /** Returns the maximum tokens of a passage, by {@link #tokenCounter}, that this model reads. */
    int maxTokens();

    /** Releases all resources; idempotent. Then only cached texts can still be embedded. */
    @Override
    void close();
}

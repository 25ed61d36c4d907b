package dev.tern.models;

import dev.langchain4j.model.embedding.EmbeddingModel;

/** An embedding model that holds threads, connections or native memory until it is closed. Thread-safe. */
public interface CloseableEmbeddingModel extends EmbeddingModel, AutoCloseable {
    /** Lets go of what the model holds; closing twice does nothing, calls after it fail. */
    @Override
    void close();
}

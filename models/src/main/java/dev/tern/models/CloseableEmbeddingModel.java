package dev.tern.models;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.model.TokenCounter;

/** An embedding model that holds threads, connections or native memory until it is closed. Thread-safe. */
public interface CloseableEmbeddingModel extends EmbeddingModel, AutoCloseable {
    /** Counts tokens as this model does; exact where its tokenizer runs in this process, else estimated. */
    TokenCounter tokenCounter();

    /** The most tokens of a text that this model reads, as {@link #tokenCounter} counts them. */
    int maxTokens();

    /** Lets go of what the model holds; closing twice does nothing, calls after it fail. */
    @Override
    void close();
}

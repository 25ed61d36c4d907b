package dev.tern.models;

import dev.tern.model.ForwardingEmbeddingModel;
import dev.tern.model.TokenCounter;

/** An embedding model that wraps another, and closes it. */
interface WrappedEmbeddingModel extends CloseableEmbeddingModel, ForwardingEmbeddingModel {
    @Override
    CloseableEmbeddingModel model();

    @Override
    default TokenCounter tokenCounter() {
        return model().tokenCounter();
    }

    @Override
    default int maxTokens() {
        return model().maxTokens();
    }

    @Override
    default void close() {
        model().close();
    }
}

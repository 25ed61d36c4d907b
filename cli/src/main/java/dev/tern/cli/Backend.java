package dev.tern.cli;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.cli.config.Configuration;
import dev.tern.store.GraphStore;
import java.util.Optional;

/** Makes the store and the models that a configuration names; tests bring their own. */
public interface Backend {
    /** The graph in the store; nothing is created before the first write. */
    GraphStore store(Configuration configuration);

    /** The embedding model. */
    EmbeddingModel embeddingModel(Configuration configuration);

    /** The chat model, if there is one. */
    Optional<ChatModel> chatModel(Configuration configuration);
}

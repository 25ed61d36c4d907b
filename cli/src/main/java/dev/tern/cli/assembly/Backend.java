package dev.tern.cli.assembly;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.cli.config.Configuration;
import dev.tern.models.kept.VectorCache;
import dev.tern.store.GraphCatalog;
import java.util.Optional;

/** Makes the store and the models that a configuration names; tests bring their own. */
public interface Backend {
    /** The graphs of the store; nothing is created before the first write. */
    GraphCatalog catalog(Configuration configuration);

    /** The same for a process that is to end soon when it is told to. */
    default GraphCatalog catalogToServe(Configuration configuration) {
        return catalog(configuration);
    }

    EmbeddingModel embeddingModel(Configuration configuration);

    /** The name that graphs remember of the configured embedding model. No model is made. */
    default String embeddingModelName(Configuration configuration) {
        return configuration.embedding().model();
    }

    /** The embedding model, asked only for vectors that are not kept; one in process keeps none. */
    default EmbeddingModel embeddingModel(Configuration configuration, VectorCache cache) {
        return embeddingModel(configuration);
    }

    /** The chat model, if there is one. */
    Optional<ChatModel> chatModel(Configuration configuration);
}

package dev.tern.app;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Models;
import dev.tern.models.kept.VectorCache;
import dev.tern.store.GraphCatalog;
import org.jspecify.annotations.Nullable;

/** Makes the stores and the models that settings name; an application with others of its own overrides a method. */
public class Backend {
    /** Makes the stores and the models that come with Tern. */
    public Backend() {}

    /** The graphs of a store; nothing is created before the first write. */
    public GraphCatalog catalog(StoreSettings settings) {
        return settings.open();
    }

    /**
     * The embedding model that settings describe.
     *
     * @param cache of vectors that are not asked for again, not closed with the model; null for none. A model in process keeps none there.
     */
    public EmbeddingModel embeddingModel(EmbeddingModelSettings settings, @Nullable VectorCache cache) {
        return cache == null ? Models.embeddingModel(settings) : Models.embeddingModel(settings, cache);
    }

    /** The chat model that settings describe. */
    public ChatModel chatModel(ChatModelSettings settings) {
        return Models.chatModel(settings);
    }
}

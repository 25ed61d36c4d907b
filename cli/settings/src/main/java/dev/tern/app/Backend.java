package dev.tern.app;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Models;
import dev.tern.models.kept.VectorCache;
import dev.tern.store.GraphCatalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates stores and models from settings; applications override methods to create their own. */
public class Backend {
    /** Creates a backend with the stores and models that come with Tern. */
    public Backend() {}

    /** Opens the catalog of a store's graphs. Nothing is created before the first write. */
    public GraphCatalog catalog(StoreSettings settings) {
        return settings.open();
    }

    /**
     * Creates an embedding model.
     *
     * @param cache the cache of vectors, not closed with the model; null for none. A model in
     *     process does not use it.
     */
    public EmbeddingModel embeddingModel(EmbeddingModelSettings settings, @Nullable VectorCache cache) {
        return cache == null ? Models.embeddingModel(settings) : Models.embeddingModel(settings, cache);
    }

    public ChatModel chatModel(ChatModelSettings settings) {
        return Models.chatModel(settings);
    }

    /** Returns the default addresses of Ollama, LM Studio and llama.cpp on this machine. */
    public List<String> modelServers() {
        return List.of("http://localhost:11434", "http://localhost:1234", "http://localhost:8080");
    }
}

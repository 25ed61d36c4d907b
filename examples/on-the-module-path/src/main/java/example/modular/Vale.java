package example.modular;

import dev.tern.GraphRag;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Models;
import dev.tern.models.Provider;
import dev.tern.store.GraphStore;
import java.util.function.Function;

/** Opens a graph with the model in process. */
final class Vale {
    private Vale() {}

    /** Something done with a graph over a store, which is closed with it. */
    static <T> T with(GraphStore store, Function<GraphRag, T> use) {
        var settings =
                EmbeddingModelSettings.builder().provider(Provider.IN_PROCESS).build();
        try (var embeddings = Models.embeddingModel(settings);
                var rag = GraphRag.builder()
                        .store(store)
                        .embeddingModel(embeddings)
                        .build()) {
            return use.apply(rag);
        }
    }
}

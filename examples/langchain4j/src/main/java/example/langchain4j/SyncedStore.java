package example.langchain4j;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import dev.tern.documents.sync.SyncTarget;
import dev.tern.langchain4j.EmbeddingStoreTarget;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import java.nio.file.Path;

/** Asks a synchronised vector store, without a graph: {@code SyncedStore DOCS LEDGER QUESTION}. */
public final class SyncedStore {
    private SyncedStore() {}

    // snippet: langchain4j-sync
    static String ask(String docs, Path ledger, String question) {
        var settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build();
        try (var embeddingModel = Models.embeddingModel(settings)) {
            EmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
            SyncTarget target = EmbeddingStoreTarget.of(store, embeddingModel, ledger);
            System.out.println(target.sync(docs));
            return AiServices.builder(Assistant.class)
                    .chatModel(Assistant.STAND_IN)
                    .contentRetriever(EmbeddingStoreContentRetriever.builder()
                            .embeddingStore(store)
                            .embeddingModel(embeddingModel)
                            .build())
                    .build()
                    .chat(question)
                    .content();
        }
    }
    // end

    public static void main(String[] arguments) {
        System.out.println(ask(arguments[0], Path.of(arguments[1]), arguments[2]));
    }
}

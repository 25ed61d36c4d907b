package example.quarkus;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.tern.langchain4j.EmbeddingStoreTarget;
import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.file.Path;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Keeps the application's embedding store in step with a folder or site, without a graph. */
@ApplicationScoped
@IfBuildProfile("embedding-store")
class SyncedEmbeddingStore {
    // snippet: quarkus-sync
    void synchronise(
            @Observes StartupEvent start,
            EmbeddingStore<TextSegment> store,
            EmbeddingModel model,
            @ConfigProperty(name = "docs") String docs,
            @ConfigProperty(name = "docs.ledger") Path ledger) {
        System.out.println(EmbeddingStoreTarget.of(store, model, ledger).sync(docs));
    }
    // end
}

package dev.tern.spring.boot;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.models.Models;
import dev.tern.spring.ai.GraphDocumentPostProcessor;
import dev.tern.spring.ai.GraphDocumentRetriever;
import dev.tern.spring.ai.GraphObservations;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.StoreOptions;
import dev.tern.store.Stores;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.ai.rag.postretrieval.document.DocumentPostProcessor;
import org.springframework.ai.rag.retrieval.search.DocumentRetriever;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/**
 * Configures a graph from {@link TernProperties}; each bean except the chat models can be replaced
 * by the application's own.
 *
 * <p>The embedding and the chat model are Spring AI's if the application has them, unless the
 * properties choose others. A {@link GraphRagCustomizer} changes the rest.
 */
@AutoConfiguration
@EnableConfigurationProperties(TernProperties.class)
public class TernAutoConfiguration {
    private static final String READER = "dev.tern.documents.sync.BackgroundSync";

    public TernAutoConfiguration() {}

    /** Opens the catalog lazily, as a graph that the application defines itself may not need it. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean({GraphCatalog.class, GraphStore.class})
    GraphCatalog ternGraphCatalog(TernProperties properties) {
        TernProperties.Milvus milvus = properties.milvus();
        StoreOptions options = StoreOptions.NONE
                .with("milvus.token", milvus.token())
                .with("milvus.database", milvus.database())
                .with("milvus.caFile", milvus.caFile())
                .with("milvus.timeoutSeconds", milvus.timeout())
                .with("milvus.indexType", milvus.indexType());
        return Stores.open(properties.store(), Stores.forService(properties.store(), options));
    }

    /** Creates the embedding model lazily; Tern's own is closed with the application. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    EmbeddingModel ternEmbeddingModel(
            TernProperties properties, ObjectProvider<org.springframework.ai.embedding.EmbeddingModel> ofSpring) {
        return ApplicationModels.embedding(properties, ofSpring);
    }

    /** Creates the chat models lazily; Tern's own ones are closed with the application. */
    @Bean
    @Lazy
    ApplicationModels.ChatModels ternChatModels(
            TernProperties properties, ObjectProvider<org.springframework.ai.chat.model.ChatModel> ofSpring) {
        return ApplicationModels.chat(properties, ofSpring);
    }

    /** Opens the store of the graph; closed with the application, after the graph. */
    @Bean
    @ConditionalOnMissingBean({GraphStore.class, GraphRag.class})
    GraphStore ternGraphStore(TernProperties properties, GraphCatalog catalog, ResourceLoader application) {
        if (!properties.documents().locations().isEmpty()
                && !ClassUtils.isPresent(READER, application.getClassLoader())) {
            throw TernException.operator(
                    "tern.documents.locations is set, and dev.tern:tern-sync is not on the class path; add the"
                            + " dependency");
        }
        return catalog.open(properties.graph());
    }

    /** Creates the graph from the beans and properties, then applies the customizers. */
    @Bean
    @ConditionalOnMissingBean
    GraphRag ternGraphRag(
            TernProperties properties,
            GraphStore store,
            EmbeddingModel embeddingModel,
            ApplicationModels.ChatModels chatModels,
            ObjectProvider<GraphRagCustomizer> customizers) {
        GraphRag.Builder builder = GraphRag.builder()
                .embeddingModel(embeddingModel)
                .chatModels(chatModels.byTask())
                .parameters(ApplicationModels.parameters(properties, embeddingModel))
                .splitter(Models.splitter(embeddingModel, properties.parameters()))
                .scope(properties.scopeFilter())
                .store(store);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }

    /** Creates the observations of queries, in the application's registry if it has one. */
    @Bean
    @ConditionalOnMissingBean
    GraphObservations ternObservations(ObjectProvider<ObservationRegistry> registry) {
        return GraphObservations.of(registry.getIfUnique(() -> ObservationRegistry.NOOP));
    }

    /** Creates the retriever for Spring AI. */
    @Bean
    @ConditionalOnMissingBean(DocumentRetriever.class)
    GraphDocumentRetriever ternDocumentRetriever(
            GraphRag rag, TernProperties properties, GraphObservations observations) {
        GraphDocumentRetriever.Builder builder =
                GraphDocumentRetriever.builder(rag).observations(observations);
        properties.mode().ifPresent(builder::mode);
        return builder.build();
    }

    /** Creates the re-ranking post-processor for Spring AI. */
    @Bean
    @ConditionalOnMissingBean(DocumentPostProcessor.class)
    GraphDocumentPostProcessor ternDocumentPostProcessor(
            GraphRag rag, TernProperties properties, GraphObservations observations) {
        return GraphDocumentPostProcessor.of(ternDocumentRetriever(rag, properties, observations));
    }
}

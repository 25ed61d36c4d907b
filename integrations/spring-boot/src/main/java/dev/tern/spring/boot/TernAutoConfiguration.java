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
 * A graph for an application, from {@link TernProperties}; each bean can be replaced by one of the application's own.
 *
 * <p>The embedding and the chat model are those of Spring AI where the application has them, unless the properties choose
 * others. A {@link GraphRagCustomizer} changes what no property says.
 */
@AutoConfiguration
@EnableConfigurationProperties(TernProperties.class)
public class TernAutoConfiguration {
    private static final String READER = "dev.tern.documents.sync.BackgroundSync";

    /** Spring makes the one instance. */
    public TernAutoConfiguration() {}

    /** The place of the graphs; closed with the application. Made for what asks for it, which a graph of the application's own may not. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean({GraphCatalog.class, GraphStore.class})
    GraphCatalog ternGraphCatalog(TernProperties properties) {
        TernProperties.Milvus milvus = properties.milvus();
        StoreOptions options = StoreOptions.NONE
                .with("checkMegabytes", properties.checkMegabytes())
                .with("milvus.token", milvus.token())
                .with("milvus.user", milvus.user())
                .with("milvus.password", milvus.password())
                .with("milvus.database", milvus.database())
                .with("milvus.caFile", milvus.caFile())
                .with("milvus.timeoutSeconds", milvus.timeout())
                .with("milvus.loadTimeoutSeconds", milvus.loadTimeout())
                .with("milvus.connectTimeoutSeconds", milvus.connectTimeout())
                .with("milvus.writeBatchRows", milvus.writeBatchRows())
                .with("milvus.parallelRequests", milvus.parallelRequests())
                .with("milvus.indexType", milvus.indexType())
                .with("milvus.shards", milvus.shards());
        return Stores.open(properties.store(), Stores.forService(properties.store(), options));
    }

    /** The model that embeds, made for what asks for it; closed with the application where it is Tern's own. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    EmbeddingModel ternEmbeddingModel(
            TernProperties properties, ObjectProvider<org.springframework.ai.embedding.EmbeddingModel> ofSpring) {
        return ApplicationModels.embedding(properties, ofSpring);
    }

    /** The models that answer, made for what asks for them; closed with the application where they are Tern's own. */
    @Bean
    @Lazy
    ApplicationModels.ChatModels ternChatModels(
            TernProperties properties, ObjectProvider<org.springframework.ai.chat.model.ChatModel> ofSpring) {
        return ApplicationModels.chat(properties, ofSpring);
    }

    /** Where the graph is kept; closed with the application, after the graph. */
    @Bean
    @ConditionalOnMissingBean({GraphStore.class, GraphRag.class})
    GraphStore ternGraphStore(TernProperties properties, GraphCatalog catalog, ResourceLoader application) {
        if (!properties.documents().isEmpty() && !ClassUtils.isPresent(READER, application.getClassLoader())) {
            throw TernException.operator(
                    "tern.documents is set, and what reads documents is not on the class path; add the"
                            + " dependency dev.tern:tern-sync");
        }
        return catalog.open(properties.graph());
    }

    /** The graph that the properties describe. */
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
                .sharedStore(store);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }

    /** Where queries are observed: in the application's registry, where it has one. */
    @Bean
    @ConditionalOnMissingBean
    GraphObservations ternObservations(ObjectProvider<ObservationRegistry> registry) {
        return GraphObservations.of(registry.getIfUnique(() -> ObservationRegistry.NOOP));
    }

    /** Retrieval for Spring AI. */
    @Bean
    @ConditionalOnMissingBean(DocumentRetriever.class)
    GraphDocumentRetriever ternDocumentRetriever(
            GraphRag rag, TernProperties properties, GraphObservations observations) {
        GraphDocumentRetriever.Builder builder =
                GraphDocumentRetriever.builder(rag).observations(observations);
        properties.mode().ifPresent(builder::mode);
        return builder.build();
    }

    /** Reranking for Spring AI. */
    @Bean
    @ConditionalOnMissingBean(DocumentPostProcessor.class)
    GraphDocumentPostProcessor ternDocumentPostProcessor(
            GraphRag rag, TernProperties properties, GraphObservations observations) {
        GraphDocumentPostProcessor.Builder builder =
                GraphDocumentPostProcessor.builder(rag).observations(observations);
        properties.mode().ifPresent(builder::mode);
        return builder.build();
    }
}

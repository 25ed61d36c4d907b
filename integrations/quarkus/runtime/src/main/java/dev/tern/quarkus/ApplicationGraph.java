package dev.tern.quarkus;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.documents.LoadProperties;
import dev.tern.documents.sync.BackgroundSync;
import dev.tern.documents.sync.DocumentPlaces;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.settings.QueryProperties;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.StoreOptions;
import dev.tern.store.Stores;
import io.quarkus.arc.DefaultBean;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The beans of an application's graph, each replaceable by the application's own. The embedding and
 * the chat model are the application's beans. Without an embedding model, one runs in this process;
 * without a chat model, there is none. Resources opened here are closed here, in the order that the
 * graph needs.
 */
@Singleton
public class ApplicationGraph {
    private final TernConfig config;
    private @Nullable GraphCatalog catalog;
    private @Nullable GraphStore store;
    private @Nullable CloseableEmbeddingModel ownModel;
    private @Nullable GraphRag made;

    ApplicationGraph(TernConfig config) {
        this.config = config;
    }

    /** Opens the store of the graph. */
    @Produces
    @Singleton
    @DefaultBean
    GraphStore graphStore() {
        GraphCatalog opened = Stores.open(config.store(), Stores.forService(config.store(), options(config)));
        catalog = opened;
        GraphStore graph = opened.open(config.graph());
        store = graph;
        return graph;
    }

    private static StoreOptions options(TernConfig config) {
        TernConfig.Milvus milvus = config.milvus();
        return StoreOptions.NONE
                .with("milvus.token", milvus.token())
                .with("milvus.database", milvus.database())
                .with("milvus.caFile", milvus.caFile())
                .with("milvus.timeoutSeconds", milvus.timeout())
                .with("milvus.indexType", milvus.indexType());
    }

    @Produces
    @Singleton
    @DefaultBean
    GraphRag graphRag(
            GraphStore graph,
            @Any Instance<EmbeddingModel> embeddingModels,
            @Any Instance<ChatModel> chatModels,
            @Any Instance<GraphCustomizer> customizers) {
        Parameters parameters = parameters(config.query());
        EmbeddingModel model = embeddingModel(embeddingModels, parameters);
        GraphRag.Builder builder = GraphRag.builder()
                .embeddingModel(model)
                .parameters(parameters)
                .splitter(Models.splitter(model, parameters))
                .scope(scope())
                .store(graph);
        Instance<ChatModel> usual = unlessReplaced(chatModels);
        if (usual.isResolvable()) {
            builder.chatModel(usual.get());
        } else if (chatModels.handlesStream().count() > 1 && customizers.isUnsatisfied()) {
            throw TernException.operator("the application has several ChatModel beans, " + names(chatModels)
                    + ", and none is chosen for the graph: give one of them, and no other, no qualifier,"
                    + " or @Priority to one without a qualifier, or set one, or none, in a GraphCustomizer");
        }
        customizers.forEach(customizer -> customizer.customize(builder));
        GraphRag rag = builder.build();
        made = rag;
        return rag;
    }

    /** Creates the synchronisation of documents, without places if none is configured. */
    @Produces
    @Singleton
    @DefaultBean
    BackgroundSync documents(GraphRag rag, GraphStore graph) {
        DocumentPlaces places = DocumentPlaces.of(config.documents().locations().orElse(List.of()), Path.of(""));
        if (!places.places().isEmpty() && !rag.equals(made) && graph.equals(store)) {
            throw TernException.operator(
                    "the application has a GraphRag bean of its own, and no GraphStore bean: add the GraphStore of the"
                            + " GraphRag as a bean");
        }
        if (config.documents().required()) {
            places.require();
        }
        return new BackgroundSync(
                rag,
                graph,
                places,
                LoadProperties.loader(config.load()).build(),
                config.documents().moved());
    }

    /**
     * Parses the parameters of the graph. A mode is refused, as it belongs to each question.
     *
     * @throws TernException if a name or a value is invalid, or there is a mode
     */
    static Parameters parameters(Map<String, String> query) {
        QueryProperties properties = new QueryProperties(query);
        properties.mode().ifPresent(mode -> {
            throw TernException.operator("tern.query.mode is \"" + mode.name().toLowerCase(Locale.ROOT)
                    + "\", which has no effect, since each question has its mode: leave it out, and use"
                    + " rag.question(text).withMode(mode)");
        });
        return properties.parameters();
    }

    private EmbeddingModel embeddingModel(Instance<EmbeddingModel> models, Parameters parameters) {
        Instance<EmbeddingModel> usual = unlessReplaced(models);
        if (usual.isResolvable()) {
            return usual.get();
        }
        if (!models.isUnsatisfied()) {
            throw TernException.operator(
                    "the application has several EmbeddingModel beans, and none without a qualifier: a GraphRag needs"
                            + " the one of its vectors; give one of them no qualifier, or @Priority");
        }
        TernConfig.Embedding chosen = config.embedding();
        EmbeddingModelSettings.Builder settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .batchSize(parameters.get(Parameter.EMBED_BATCH));
        chosen.model().ifPresent(settings::modelName);
        chosen.questionPrefix().ifPresent(settings::questionPrefix);
        chosen.passagePrefix().ifPresent(settings::passagePrefix);
        CloseableEmbeddingModel model = Models.embeddingModel(settings.build());
        ownModel = model;
        return model;
    }

    private static String names(Instance<?> all) {
        return all.handlesStream()
                .map(handle -> handle.getBean().getBeanClass().getName())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static <T> Instance<T> unlessReplaced(Instance<T> all) {
        return all.select(Default.Literal.INSTANCE);
    }

    private MetadataFilter scope() {
        try {
            return config.scope().map(MetadataFilter::parse).orElse(MetadataFilter.everything());
        } catch (TernException e) {
            throw TernException.user("tern.scope cannot be used: " + e.getMessage(), e);
        }
    }

    /** Closes the graph's store, its catalog and the model in process, after their users. */
    @PreDestroy
    void close() {
        if (store != null) {
            store.close();
        }
        if (catalog != null) {
            catalog.close();
        }
        if (ownModel != null) {
            ownModel.close();
        }
    }
}

package dev.tern.app;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestEstimate;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.ModelEndpoint;
import dev.tern.models.Models;
import dev.tern.models.money.Money;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphDescription;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an application's graphs. Immutable.
 *
 * @param embeddingNamed true if the embedding model or its provider was set, and so takes
 *     precedence over the graph's own
 * @param otherEmbedding the endpoints of embedding providers with keys in the environment, for
 *     graphs made with their models
 * @param chat the chat models, by task
 * @param spending the spending limits and records
 */
public record AppSettings(
        StoreSettings store,
        EmbeddingModelSettings embedding,
        boolean embeddingNamed,
        Map<KnownProvider, ModelEndpoint> otherEmbedding,
        ChatSettings chat,
        ExtractionSettings extraction,
        SpendingSettings spending,
        Parameters parameters) {
    /**
     * Returns these settings with the embedding model and dimension that a graph was made with,
     * unless another model was set. So a graph with a model in process still works after a
     * provider's key is set, and a graph with a provider's model still works if that provider's key
     * is known.
     *
     * @param description the description of the graph; empty if the graph is empty
     * @throws TernException if no provider of the graph's model is configured
     */
    public AppSettings forGraph(Optional<GraphDescription> description) {
        String model = description.map(GraphDescription::embeddingModel).orElse(embedding.modelName());
        if (model.equals(embedding.modelName())) {
            Integer length = embedding.dimensions() == null ? dimensions(embedding.provider(), description) : null;
            return length == null ? this : with(embedding.withDimensions(length), embeddingNamed);
        }
        if (embeddingNamed) {
            return this;
        }
        boolean inProcess = Models.isInProcess(model);
        KnownProvider by = inProcess ? KnownProvider.IN_PROCESS : provider(model);
        // Settings of the configured model, such as prefixes, do not apply to this one.
        EmbeddingModelSettings ofGraph = EmbeddingModelSettings.builder()
                .provider(by)
                .modelName(model)
                .dimensions(dimensions(by, description))
                .batchSize(embedding.batchSize())
                .endpoint(
                        inProcess || by == embedding.provider()
                                ? embedding.endpoint()
                                : Objects.requireNonNull(otherEmbedding.get(by)))
                .build();
        return with(ofGraph, false);
    }

    private AppSettings with(EmbeddingModelSettings other, boolean named) {
        return new AppSettings(store, other, named, otherEmbedding, chat, extraction, spending, parameters);
    }

    /**
     * Returns the provider of a graph's model: its maker, if the maker's key is known and no other
     * base URL is set, else the configured one. Throws if that one probably lacks the model.
     */
    private KnownProvider provider(String model) {
        Optional<KnownProvider> maker = KnownProvider.ofEmbeddingModel(model);
        if (maker.filter(otherEmbedding::containsKey).isPresent() && !isElsewhere()) {
            return maker.get();
        }
        boolean unlikely = maker.filter(one -> one != embedding.provider()).isPresent() && !isElsewhere();
        if (embedding.provider() == KnownProvider.IN_PROCESS || unlikely) {
            throw TernException.operator("the graph was made with the embedding model \"" + model
                    + "\", and no provider of it is configured: set "
                    + maker.orElse(KnownProvider.OPENAI).keyVariables().getFirst()
                    + ", or embedding.provider, or embedding.model to the folder of a model,"
                    + " or index into another store or graph");
        }
        return embedding.provider();
    }

    /**
     * Returns the dimension to request for vectors like the graph's; null to request none. The
     * default is not requested: vectors are cached under the requested dimension.
     */
    private @Nullable Integer dimensions(KnownProvider by, Optional<GraphDescription> graph) {
        return graph.filter(made -> by.acceptsDimensions(made.embeddingModel()) && !isElsewhere())
                .filter(made -> made.dimension() != ownLength(made.embeddingModel()))
                .map(GraphDescription::dimension)
                .orElse(null);
    }

    /** Returns the default dimension of a model's vectors; 0 if unknown. */
    private static int ownLength(String model) {
        return switch (model) {
            case "voyage-4", "voyage-4-large", "voyage-4-lite", "voyage-3.5", "voyage-3-large", "jina-embeddings-v3" ->
                1024;
            case "text-embedding-3-small", "embed-v4.0", "codestral-embed" -> 1536;
            case "jina-embeddings-v4" -> 2048;
            case "text-embedding-3-large", "gemini-embedding-001", "gemini-embedding-2" -> 3072;
            default -> 0;
        };
    }

    /** Returns true if a base URL other than the provider's own is set; always for Azure. */
    private boolean isElsewhere() {
        String url = embedding.endpoint().baseUrl();
        return switch (embedding.provider()) {
            case IN_PROCESS -> false;
            case AZURE -> true;
            default -> url != null && !embedding.provider().isAt(url);
        };
    }

    /** Returns the parameters, adapted to the embedding model by {@link Models#parameters}. */
    public Parameters libraryParameters() {
        return Models.parameters(embedding, parameters);
    }

    /**
     * Returns a builder of a graph with models, parameters, splitter and extractor, but no store.
     *
     * @param model the embedding model, created from these settings
     */
    public GraphRag.Builder graph(EmbeddingModel model, TaskModels chatModels, TripletExtractor extractor) {
        return GraphRag.builder()
                .embeddingModel(model)
                .chatModels(chatModels)
                .parameters(libraryParameters())
                .splitter(Models.splitter(model, parameters))
                .extractor(extractor);
    }

    /**
     * Returns the extractor for documents without statements.
     *
     * @param models the chat models, created from these settings
     * @throws TernException if extraction needs a chat model and there is none, or its prompt file
     *     is invalid
     */
    public TripletExtractor extractor(TaskModels models, ReplyCache replies, Ledger ledger) {
        return extraction.extractor(chat.find(ChatTask.EXTRACT), models.find(ChatTask.EXTRACT), replies, ledger);
    }

    /** Returns the {@link #extractor} if its method was set, else the offline extractor. */
    public TripletExtractor chosenExtractor(TaskModels models, ReplyCache replies, Ledger ledger) {
        return extraction.chosen() ? extractor(models, replies, ledger) : TripletExtractor.offline();
    }

    /** Returns true if extraction needs a chat model and there is none. */
    public boolean lacksChatModel() {
        return extraction.method() == ExtractionSettings.Method.MODEL
                && chat.find(ChatTask.EXTRACT).isEmpty();
    }

    /** Returns the cost of extraction: zero without calls, empty if the price is unknown. */
    public Optional<Money> extractionCost(IngestEstimate estimate) {
        return chat.find(ChatTask.EXTRACT)
                .map(model -> spending.cost(model.provider(), model.modelName(), estimate.extraction()))
                .orElse(Optional.of(Money.ZERO));
    }

    /** Returns the cost of embedding: zero without calls, empty if the price is unknown. */
    public Optional<Money> embeddingCost(IngestEstimate estimate) {
        return spending.cost(embedding.provider(), embedding.modelName(), estimate.embedding());
    }

    /** Returns the cost of extraction and embedding; empty if either is unknown. */
    public Optional<Money> cost(IngestEstimate estimate) {
        return extractionCost(estimate).flatMap(one -> embeddingCost(estimate).map(one::plus));
    }
}

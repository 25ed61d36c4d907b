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
import dev.tern.models.Endpoint;
import dev.tern.models.Models;
import dev.tern.models.Provider;
import dev.tern.models.money.Money;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphDescription;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an application makes graphs of.
 *
 * @param store where the graphs are kept
 * @param embedding the embedding model
 * @param embeddingNamed whether that model was chosen, and does not give way to the one that a graph remembers
 * @param otherEmbedding where the embedding models of other providers are, as far as there are keys to them
 * @param chat the chat models, by task
 * @param extraction what finds statements
 * @param spending what may be spent on models, and where that is written down
 * @param parameters the parameters of the method
 */
public record AppSettings(
        StoreSettings store,
        EmbeddingModelSettings embedding,
        boolean embeddingNamed,
        Map<Provider, Endpoint> otherEmbedding,
        ChatSettings chat,
        ExtractionSettings extraction,
        SpendingSettings spending,
        Parameters parameters) {
    /**
     * These settings with the graph's own embedding model, where no other was chosen: a graph that was made in process goes on working
     * when a key is set, and the other way round; one that was made by a provider is asked there, if there is a key.
     *
     * @param description of the graph; empty if there is nothing in it
     * @throws TernException if nothing is known of who serves that model
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
        Provider by = inProcess ? Provider.IN_PROCESS : provider(model);
        // What is said of the configured model, such as its prefixes, is not meant for this one.
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

    /** Who is asked for a model that is not in process: its maker, unless a server of one's own is configured. */
    private Provider provider(String model) {
        Optional<Provider> maker = Provider.ofEmbeddingModel(model);
        if (maker.filter(otherEmbedding::containsKey).isPresent() && !isElsewhere()) {
            return maker.get();
        }
        boolean unlikely = maker.filter(one -> one != embedding.provider()).isPresent() && !isElsewhere();
        if (embedding.provider() == Provider.IN_PROCESS || unlikely) {
            throw TernException.operator("the graph was made with the embedding model \"" + model
                    + "\", and no provider of it is configured: set "
                    + maker.orElse(Provider.OPENAI).keyVariables().getFirst()
                    + ", or embedding.provider, or embedding.model to the folder of a model,"
                    + " or index into another store or graph");
        }
        return embedding.provider();
    }

    /**
     * What to ask for so that vectors have the length of the graph's. A model that has only one is not asked, nor one whose own it is:
     * vectors are kept by what was asked for.
     */
    private @Nullable Integer dimensions(Provider by, Optional<GraphDescription> graph) {
        return graph.filter(made -> by.shortens(made.embeddingModel()) && !isElsewhere())
                .filter(made -> made.dimension() != ownLength(made.embeddingModel()))
                .map(GraphDescription::dimension)
                .orElse(null);
    }

    /** How long the vectors of a model are that is not asked for shorter ones; 0 where that is not known. */
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

    /** Whether the configured model is at an address of one's own, and not at its provider's. */
    private boolean isElsewhere() {
        String url = embedding.endpoint().baseUrl();
        return switch (embedding.provider()) {
            case IN_PROCESS -> false;
            case AZURE -> true;
            default -> url != null && !embedding.provider().isAt(url);
        };
    }

    /** The parameters that the library is given, by {@link Models#parameters}. */
    public Parameters libraryParameters() {
        return Models.parameters(embedding, parameters);
    }

    /**
     * A graph with its models, what cuts its documents and what finds their statements; its store is still to be set.
     *
     * @param model the embedding model, made of these settings
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
     * The extractor of documents that bring no statements.
     *
     * @param models the chat models, made of these settings
     * @throws TernException if a model is to find statements and there is none
     */
    public TripletExtractor extractor(TaskModels models, ReplyCache replies, Ledger ledger) {
        return extraction.extractor(chat.find(ChatTask.EXTRACT), models.find(ChatTask.EXTRACT), replies, ledger);
    }

    /** As {@link #extractor}, but no model is asked that was not chosen for it. */
    public TripletExtractor chosenExtractor(TaskModels models, ReplyCache replies, Ledger ledger) {
        return extraction.chosen() ? extractor(models, replies, ledger) : TripletExtractor.offline();
    }

    /** Whether a chat model is to find statements, and there is none. */
    public boolean lacksChatModel() {
        return extraction.method() == ExtractionSettings.Method.MODEL
                && chat.find(ChatTask.EXTRACT).isEmpty();
    }

    /** What the chat model that extracts would cost; empty if its price is not known. */
    public Optional<Money> extractionCost(IngestEstimate estimate) {
        return chat.find(ChatTask.EXTRACT)
                .map(model -> spending.cost(model.provider(), model.modelName(), estimate.extraction()))
                .orElse(Optional.of(Money.ZERO));
    }

    /** What the embedding model would cost; empty if its price is not known. */
    public Optional<Money> embeddingCost(IngestEstimate estimate) {
        return spending.cost(embedding.provider(), embedding.modelName(), estimate.embedding());
    }

    /** What both models would cost together; empty if a price is not known. */
    public Optional<Money> cost(IngestEstimate estimate) {
        return extractionCost(estimate).flatMap(one -> embeddingCost(estimate).map(one::plus));
    }
}

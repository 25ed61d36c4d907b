package dev.tern.cli.assembly;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ModelChoice;
import dev.tern.cli.config.StoreLocation;
import dev.tern.error.TernException;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.models.Models;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A graph opened with the models that fit it. */
public final class Session implements AutoCloseable {
    private static final int GRAPHS_NAMED = 20;

    private final Configuration configuration;
    private final GraphCatalog catalog;
    private final GraphStore store;
    private final GraphRag rag;

    private Session(Configuration configuration, GraphCatalog catalog, GraphStore store, GraphRag rag) {
        this.configuration = configuration;
        this.catalog = catalog;
        this.store = store;
        this.rag = rag;
    }

    /** Gives a graph its models, its splitter and its extractor. */
    public interface Wiring {
        /** The builder with all of them set. */
        GraphRag.Builder apply(Configuration configuration, GraphRag.Builder builder);
    }

    /** Opens a graph to add to, without a model being asked for statements unless somebody said so. */
    public static Session open(Configuration wanted, Backend backend) {
        return open(wanted, backend, false, usual(backend));
    }

    /** Opens a graph that must have something in it. */
    public static Session openFilled(Configuration wanted, Backend backend) {
        requireStore(wanted);
        return open(wanted, backend, true, usual(backend));
    }

    private static Wiring usual(Backend backend) {
        return (configuration, builder) -> {
            EmbeddingModel embedding = backend.embeddingModel(configuration);
            Optional<ChatModel> chat = backend.chatModel(configuration);
            chat.ifPresent(builder::chatModel);
            return builder.embeddingModel(embedding)
                    .splitter(Indexers.splitter(configuration, embedding))
                    .extractor(Indexers.withoutSurprise(configuration, chat));
        };
    }

    /** Opens a graph to add to, with what that spends on models kept, limited and written down. */
    public static Session openToExtract(Configuration wanted, Backend backend, Spending spending) {
        return open(wanted, backend, false, (configuration, builder) -> {
            EmbeddingModel embedding = backend.embeddingModel(configuration, spending.vectors());
            Optional<ChatModel> chat = backend.chatModel(configuration).map(spending::within);
            chat.ifPresent(builder::chatModel);
            return builder.embeddingModel(spending.within(embedding, configuration.embedding()))
                    .splitter(Indexers.splitter(configuration, embedding))
                    .extractor(Indexers.extractor(configuration, chat, spending.replies(), spending.ledger()));
        });
    }

    /** Opens a graph to see what adding to it would ask of models. */
    public static Session openToEstimate(Configuration wanted, Backend backend, ReplyCache replies) {
        return open(wanted, backend, false, (configuration, builder) -> {
            EmbeddingModel embedding = backend.embeddingModel(configuration);
            Optional<ChatModel> chat = backend.chatModel(configuration);
            return builder.embeddingModel(embedding)
                    .splitter(Indexers.splitter(configuration, embedding))
                    .extractor(Indexers.extractor(configuration, chat, replies, Ledger.NONE));
        });
    }

    /** Opens a graph to add to, with models of the caller's own. */
    public static Session open(Configuration wanted, Backend backend, Wiring wiring) {
        return open(wanted, backend, false, wiring);
    }

    private static Session open(Configuration wanted, Backend backend, boolean filled, Wiring wiring) {
        GraphCatalog catalog = backend.catalog(wanted);
        try {
            return open(wanted, catalog, filled, wiring);
        } catch (RuntimeException e) {
            catalog.close();
            throw e;
        }
    }

    private static Session open(Configuration wanted, GraphCatalog catalog, boolean filled, Wiring wiring) {
        GraphStore store = catalog.open(wanted.graph());
        try {
            Optional<GraphDescription> description = store.description();
            if (filled && description.isEmpty()) {
                throw noGraph(catalog, wanted);
            }
            Configuration configuration = withModelOfGraph(wanted, description);
            GraphRag.Builder builder = wiring.apply(
                    configuration, GraphRag.builder().store(store).parameters(configuration.libraryParameters()));
            return new Session(configuration, catalog, store, builder.build());
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /**
     * Refuses a store that is not there, which would otherwise look like an empty one.
     *
     * @throws TernException if it is not there
     */
    public static void requireStore(Configuration configuration) {
        if (configuration.store() instanceof StoreLocation.Folder(Path directory) && !Files.exists(directory)) {
            throw TernException.user("there is no store at " + configuration.storeShown()
                    + ": add documents first, as in: tern add corpus.jsonl");
        }
    }

    /** What to tell somebody who names a graph that has nothing in it, which is often a name misspelt. */
    public static TernException noGraph(GraphCatalog catalog, Configuration configuration) {
        List<String> others = catalog.graphs();
        return TernException.user("the graph \"" + configuration.graph() + "\" in " + configuration.storeShown()
                + " is empty"
                + (others.isEmpty() ? "" : " (the graphs there are " + named(others) + ")")
                + ": add documents first, as in: tern add corpus.jsonl");
    }

    /** Names for a message, which may be many. */
    public static String named(List<String> graphs) {
        String named = String.join(", ", graphs.subList(0, Math.min(graphs.size(), GRAPHS_NAMED)));
        return graphs.size() > GRAPHS_NAMED ? named + " and " + (graphs.size() - GRAPHS_NAMED) + " more" : named;
    }

    /**
     * The graph's own embedding model, where nobody named another: a graph that was made in process goes on working when
     * a key is set, and the other way round.
     */
    public static Configuration withModelOfGraph(Configuration wanted, Optional<GraphDescription> description) {
        ModelChoice choice = wanted.embedding();
        if (choice.named() || description.isEmpty()) {
            return wanted;
        }
        String model = description.get().embeddingModel();
        if (model.equals(choice.model())) {
            return wanted;
        }
        if (Models.isInProcess(model)) {
            return wanted.withEmbedding(choice.withModel("in-process", model));
        }
        if (choice.provider().equals("in-process")) {
            throw TernException.operator("the graph was made with the embedding model \"" + model
                    + "\", and no provider of it is configured: set OPENAI_API_KEY, or embedding.provider, or"
                    + " embedding.model to the folder of a model,"
                    + " or index into another store or graph");
        }
        return wanted.withEmbedding(choice.withModel(choice.provider(), model));
    }

    public GraphRag rag() {
        return rag;
    }

    /** The graph's store; closed with the session. */
    public GraphStore store() {
        return store;
    }

    public Configuration configuration() {
        return configuration;
    }

    @Override
    public void close() {
        try (catalog) {
            rag.close();
        }
    }
}

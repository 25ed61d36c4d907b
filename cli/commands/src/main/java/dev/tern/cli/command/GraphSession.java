package dev.tern.cli.command;

import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.ExtractionSettings;
import dev.tern.app.Spending;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.error.TernException;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.models.money.Money;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/**
 * An open graph with the models that match it. One thread uses and closes it. Methods that open it
 * throw a {@link TernException} if the store fails or the settings of a model are invalid, and a
 * {@link ConfigurationException} if extraction needs a chat model and there is none.
 */
public final class GraphSession implements AutoCloseable {
    private static final int GRAPHS_NAMED = 20;

    private final AppSettings settings;
    private final GraphCatalog catalog;
    private final GraphStore store;
    private final GraphRag rag;
    private final GraphWiring graphWiring;

    private GraphSession(
            AppSettings settings, GraphCatalog catalog, GraphStore store, GraphRag rag, GraphWiring graphWiring) {
        this.settings = settings;
        this.catalog = catalog;
        this.store = store;
        this.rag = rag;
        this.graphWiring = graphWiring;
    }

    /** Work on a graph without its models. */
    @FunctionalInterface
    public interface GraphWork<T> {
        /**
         * Works on the graph and returns a result.
         *
         * @param configuration the configuration, with the name of the graph
         */
        T result(GraphStore graph, Configuration configuration);
    }

    /**
     * Works on a graph without its models. If no graph is named, the only graph of the store is
     * used, or the default graph if there are several.
     *
     * @throws TernException if there is no such store, or the graph is empty
     */
    public static <T> T inGraph(Configuration wanted, Backend backend, GraphWork<T> work) {
        requireStore(wanted);
        try (GraphCatalog catalog = backend.catalog(wanted.store())) {
            Configuration configuration = withTheOnlyGraph(wanted, catalog);
            try (GraphStore graph = catalog.open(configuration.graph())) {
                if (graph.latest().description().isEmpty()) {
                    throw noGraph(catalog, configuration);
                }
                return work.result(graph, configuration);
            }
        }
    }

    /** Opens a graph to add to. Without a configured extractor, rules extract statements. */
    public static GraphSession open(Configuration wanted, Backend backend) {
        return open(wanted, backend, false, defaultWiring(backend));
    }

    /**
     * Opens a graph with content. The graph is chosen as by {@link #inGraph}.
     *
     * @throws TernException if there is no such store, or the graph is empty
     */
    public static GraphSession openFilled(Configuration wanted, Backend backend) {
        requireStore(wanted);
        return open(wanted, backend, true, defaultWiring(backend));
    }

    /** Opens a graph like {@link #openFilled}, for questions with limited, recorded spending. */
    public static GraphSession openToAsk(Configuration wanted, Backend backend, String command) {
        requireStore(wanted);
        return open(wanted, backend, true, new BudgetedWiring(backend, command));
    }

    private static GraphWiring defaultWiring(Backend backend) {
        return (graph, settings) -> {
            TaskModels chat = settings.chat().make(backend::chatModel);
            return settings.graph(
                    backend.embeddingModel(settings.embedding(), null),
                    chat,
                    settings.chosenExtractor(chat, ReplyCache.NONE, Ledger.NONE));
        };
    }

    /** Opens a graph to add to; replies are cached, and spending is limited and recorded. */
    public static GraphSession openToExtract(Configuration wanted, Backend backend, Spending spending) {
        return open(
                wanted,
                backend,
                (graph, settings) -> spending.graph(
                        settings,
                        backend.embeddingModel(settings.embedding(), spending.vectors()),
                        settings.chat().make(backend::chatModel),
                        spending.replies()));
    }

    /** Opens a graph to estimate the model calls of adding. */
    public static GraphSession openToEstimate(Configuration wanted, Backend backend, ReplyCache replies) {
        return open(wanted, backend, (graph, settings) -> {
            TaskModels chat = settings.chat().make(backend::chatModel);
            return settings.graph(
                    backend.embeddingModel(settings.embedding(), null),
                    chat,
                    settings.extractor(chat, replies, Ledger.NONE));
        });
    }

    /** Opens a graph to add to, with the caller's models. */
    public static GraphSession open(Configuration wanted, Backend backend, GraphWiring graphWiring) {
        return open(wanted, backend, false, graphWiring);
    }

    private static GraphSession open(Configuration wanted, Backend backend, boolean filled, GraphWiring graphWiring) {
        GraphCatalog catalog = backend.catalog(wanted.store());
        try {
            return open(wanted, catalog, filled, graphWiring);
        } catch (RuntimeException | Error e) {
            catalog.close();
            throw e;
        }
    }

    private static GraphSession open(
            Configuration named, GraphCatalog catalog, boolean filled, GraphWiring graphWiring) {
        Configuration wanted = filled ? withTheOnlyGraph(named, catalog) : named;
        GraphStore store = catalog.open(wanted.graph());
        try {
            Optional<GraphDescription> description = store.latest().description();
            if (filled && description.isEmpty()) {
                throw noGraph(catalog, wanted);
            }
            AppSettings settings = wanted.settings().forGraph(description);
            if (settings.lacksChatModel()) {
                throw new ConfigurationException(List.of(ExtractionSettings.NO_MODEL));
            }
            return new GraphSession(
                    settings,
                    catalog,
                    store,
                    graphWiring
                            .apply(wanted.graph(), settings)
                            .ownedStore(store)
                            .build(),
                    graphWiring);
        } catch (RuntimeException | Error e) {
            graphWiring.close();
            store.close();
            throw e;
        }
    }

    /**
     * Checks that a store on this machine exists, because a missing one would look empty.
     *
     * @throws TernException if it does not exist
     */
    public static void requireStore(Configuration configuration) {
        if (configuration.store().path().filter(path -> !Files.exists(path)).isPresent()) {
            throw TernException.user("there is no store at " + configuration.storeShown()
                    + ": add documents first, as in: tern add FOLDER");
        }
    }

    /**
     * Returns the configuration with the only graph of a store, if no graph is named; unchanged if
     * the store has none or several.
     */
    public static Configuration withTheOnlyGraph(Configuration configuration, GraphCatalog catalog) {
        if (configuration.namesGraph()) {
            return configuration;
        }
        List<String> graphs = catalog.graphs();
        return graphs.size() == 1 ? configuration.withGraph(graphs.getFirst()) : configuration;
    }

    /** Returns the exception for an empty graph; it lists the store's graphs, if there are any. */
    public static TernException noGraph(GraphCatalog catalog, Configuration configuration) {
        List<String> others = catalog.graphs();
        return TernException.user("the graph \"" + configuration.graph() + "\" in " + configuration.storeShown()
                + " is empty"
                + (others.isEmpty() ? "" : " (the graphs there are " + joinNames(others) + ")")
                + ": add documents first, as in: tern add FOLDER");
    }

    /** Joins up to {@value #GRAPHS_NAMED} names for a message, and adds the number of the rest. */
    public static String joinNames(List<String> graphs) {
        String named = String.join(", ", graphs.subList(0, Math.min(graphs.size(), GRAPHS_NAMED)));
        return graphs.size() > GRAPHS_NAMED ? named + " and " + (graphs.size() - GRAPHS_NAMED) + " more" : named;
    }

    public GraphRag rag() {
        return rag;
    }

    /** Returns the graph's store, which is closed with the session. */
    public GraphStore store() {
        return store;
    }

    /** Returns the settings, with the embedding model of the graph. */
    public AppSettings settings() {
        return settings;
    }

    /** Returns the cost since this method was last called: {@link GraphWiring#takeCost}. */
    public Optional<Money> spent() {
        return graphWiring.takeCost();
    }

    @Override
    public void close() {
        try (catalog) {
            rag.close();
        } finally {
            graphWiring.close();
        }
    }
}

package dev.tern.server.graphs;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.model.Call;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.Run;
import dev.tern.models.kept.RunCounts;
import dev.tern.models.kept.RunStart;
import dev.tern.models.kept.RunState;
import dev.tern.models.money.Money;
import dev.tern.models.money.PriceTable;
import dev.tern.query.overview.PassageSpreader;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphName;
import dev.tern.store.GraphStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The graphs of one store, opened on demand and shared; some unused ones stay open. Thread-safe.
 *
 * <p>Failures are {@link TernException}s, like those of a {@link GraphCatalog}.
 */
public final class Graphs implements AutoCloseable {
    private static final long DAMAGE_KNOWN_NANOS = Duration.ofSeconds(5).toNanos();

    private final AppSettings settings;
    private final GraphModels models;
    private final SourceLoader loader;
    private final GraphCatalog catalog;
    private final OpenGraphs open;
    private final Map<String, OpenFailure> damage = new ConcurrentHashMap<>();
    private final AccountBook accountBook;

    /** The runs that record this process's calls for questions, by graph. */
    private final Map<String, Run> questionRuns = new ConcurrentHashMap<>();

    /** The last failure to open a damaged graph. */
    private record OpenFailure(long nanos, TernException failure) {}

    /**
     * Creates the graphs of a store.
     *
     * @param backend makes the catalog of graphs, which is closed with these graphs, and the models
     * @param loader reads documents for all graphs, jobs and estimates, so that the number of its
     *     processes limits the memory for parsing
     * @param maxUnused the maximum number of unused graphs that stay open
     */
    public Graphs(AppSettings settings, Backend backend, SourceLoader loader, int maxUnused) {
        this.settings = settings;
        this.models = new GraphModels(settings, backend);
        this.loader = loader;
        this.catalog = backend.catalog(settings.store().forService());
        this.open = new OpenGraphs(maxUnused);
        this.accountBook = settings.spending().book();
    }

    /** Returns the names of the graphs, in alphabetical order. */
    public List<String> names() {
        return catalog.graphs();
    }

    /** Returns the names of the graphs that were found damaged, in alphabetical order. */
    public List<String> damaged() {
        return catalog.graphs().stream()
                .filter(name -> damage.containsKey(name) || open.holdsDamaged(name))
                .toList();
    }

    /** Returns a graph, which the caller closes; empty if it does not exist or has no content. */
    public Optional<ServedGraph> find(String name) {
        if (!GraphName.allows(name)) {
            return Optional.empty();
        }
        ServedGraph graph = open.take(name, this::openGraph);
        boolean filled = false;
        try {
            filled = graph.isFilled();
        } finally {
            if (!filled) {
                graph.close();
            }
        }
        return filled ? Optional.of(graph) : Optional.empty();
    }

    /**
     * Returns a graph to add to, which need not exist; the caller closes it.
     *
     * @param name a valid {@link GraphName}
     * @throws TernException if the name is invalid, or the graph is damaged or being removed
     */
    public ServedGraph create(String name) {
        return open.take(GraphName.require(name), this::openGraph);
    }

    /** Opens a stored graph. A graph known as damaged is tried again only after five seconds. */
    private ServedGraph openGraph(String name) {
        OpenFailure known = damage.get(name);
        if (known != null && System.nanoTime() - known.nanos() < DAMAGE_KNOWN_NANOS) {
            throw known.failure();
        }
        try {
            ServedGraph graph = withModels(name, catalog.open(name));
            damage.remove(name);
            return graph;
        } catch (TernException e) {
            e.damagedGraph().ifPresent(graph -> damage.put(graph, new OpenFailure(System.nanoTime(), e)));
            throw e;
        }
    }

    /** Adds models to a graph; if that fails, closes the store, as the next request opens it. */
    private ServedGraph withModels(String name, GraphStore store) {
        OwnModels own;
        try {
            own = ownModels(store.latest().description());
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
        // The builder closes the store if building fails.
        GraphRag rag = GraphRag.builder()
                .ownedStore(store)
                .embeddingModel(own.embedding())
                .chatModels(models.chat())
                .parameters(own.parameters())
                .build();
        Intake intake = new Intake(name, store, own.settings(), models, loader);
        return new ServedGraph(name, store, rag, intake, own.embedding(), open::giveBack);
    }

    /**
     * The settings and models of a graph.
     *
     * @param settings supplies the settings with the graph's embedding model; throws if no provider
     *     of that model is configured
     */
    private record OwnModels(Supplier<AppSettings> settings, Parameters parameters, EmbeddingModel embedding) {}

    /** Returns a graph's models; the graph can be read even if its provider is not configured. */
    private OwnModels ownModels(Optional<GraphDescription> made) {
        try {
            AppSettings own = settings.forGraph(made);
            return new OwnModels(() -> own, own.libraryParameters(), models.embedding(own.embedding()));
        } catch (TernException e) {
            EmbeddingModel missing =
                    GraphModels.unmade(made.orElseThrow(() -> e).embeddingModel(), e);
            Supplier<AppSettings> none = () -> {
                throw e;
            };
            return new OwnModels(none, settings.libraryParameters(), missing);
        }
    }

    /**
     * Removes a graph permanently. No job may be adding to it; running questions fail, and new ones
     * are refused until it is removed.
     *
     * @return true if it existed
     */
    public boolean drop(String name) {
        return open.drop(name, () -> {
            damage.remove(name);
            return catalog.drop(name);
        });
    }

    /** Returns the modes of questions that models and plug-ins allow, naive first. */
    public List<Mode> modes() {
        List<Mode> modes = new ArrayList<>(List.of(Mode.NAIVE, Mode.LOCAL));
        if (models.chat().has(ChatTask.RERANK)) {
            modes.add(Mode.GRAPH);
        }
        PassageSpreader.installed().ifPresent(overview -> modes.add(Mode.OVERVIEW));
        return modes;
    }

    /** Returns the default parameters of questions. */
    public Parameters parameters() {
        return settings.libraryParameters();
    }

    /** Returns the number of replies taken from a cache. */
    public long cacheHits() {
        return models.cacheHits();
    }

    /** Returns the model's name for each chat task that has one, in order of tasks. */
    public Map<String, String> chatModels() {
        Map<String, String> names = settings.chat().names();
        names.values().removeIf("none"::equals);
        return names;
    }

    /**
     * Counts the cost of a model call for a question. Records the call unless it was in process or
     * used no tokens; then the cost is zero.
     *
     * @return the cost; empty if the price is unknown
     */
    public Optional<Money> called(String graph, Call call) {
        String task = call.task().map(ChatTask::toString).orElse(call.name());
        String model = call.task()
                .map(settings.chat()::name)
                .orElseGet(() -> call.embeddingModel().orElseThrow());
        PriceTable prices = settings.spending().prices();
        Ledger.Expense expense = new Ledger.Expense(task, "", model, call.inputTokens(), call.outputTokens());
        Optional<Money> cost = prices.cost(expense);
        cost.ifPresent(amount -> models.addCost(task, amount));
        boolean served = call.task().isPresent() || !isInProcess(model);
        if (!served || call.inputTokens() + call.outputTokens() == 0) {
            return Optional.of(Money.ZERO);
        }
        questionRuns.computeIfAbsent(graph, this::startRun).ledger(prices).record(expense);
        return cost;
    }

    private boolean isInProcess(String model) {
        return Models.isInProcess(model)
                || (settings.embedding().provider() == KnownProvider.IN_PROCESS
                        && KnownProvider.ofEmbeddingModel(model).isEmpty());
    }

    private Run startRun(String graph) {
        String id = UUID.randomUUID().toString();
        return accountBook.begin(
                new RunStart(id, "tern serve: questions", settings.store().recordName(), graph));
    }

    /**
     * Returns the cost of model calls for adding and asking by task, in the unit of the configured
     * prices; calls without a price are left out.
     */
    public Map<String, Double> costs() {
        return models.costs();
    }

    @Override
    public void close() {
        try (catalog;
                accountBook) {
            questionRuns.values().forEach(run -> run.end(RunState.DONE, "", RunCounts.NONE));
            open.close();
        }
    }
}

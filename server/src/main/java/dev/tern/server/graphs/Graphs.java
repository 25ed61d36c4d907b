package dev.tern.server.graphs;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.documents.DocumentLoader;
import dev.tern.error.TernException;
import dev.tern.model.Call;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.models.Models;
import dev.tern.models.Provider;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.Run;
import dev.tern.models.kept.RunCounts;
import dev.tern.models.kept.RunStart;
import dev.tern.models.kept.RunState;
import dev.tern.models.money.PriceTable;
import dev.tern.query.overview.Spreading;
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
 * The graphs of one store, opened when they are asked for, each once; some stay open for those who ask next. Thread-safe.
 *
 * <p>Failures are {@link TernException}s, as those of a {@link GraphCatalog}.
 */
public final class Graphs implements AutoCloseable {
    private static final long DAMAGE_KNOWN_NANOS = Duration.ofSeconds(5).toNanos();

    private final AppSettings settings;
    private final GraphModels models;
    private final DocumentLoader loader;
    private final GraphCatalog catalog;
    private final OpenGraphs open;
    private final Map<String, Damage> damage = new ConcurrentHashMap<>();
    private final AccountBook book;

    /** The runs of this process under which calls for questions are written down, by graph. */
    private final Map<String, Run> asking = new ConcurrentHashMap<>();

    /** What was said of a graph when it was to be opened. */
    private record Damage(long nanos, TernException failure) {}

    /**
     * The graphs of a store.
     *
     * @param settings what they are made of
     * @param backend makes the store, which is closed with these graphs, and the models
     * @param loader reads documents, one for all graphs, jobs and estimates: what they parse takes the memory of its processes,
     *     however many ask
     * @param mostUnused how many unused graphs stay open
     */
    public Graphs(AppSettings settings, Backend backend, DocumentLoader loader, int mostUnused) {
        this.settings = settings;
        this.models = new GraphModels(settings, backend);
        this.loader = loader;
        this.catalog = backend.catalog(settings.store().forService());
        this.open = new OpenGraphs(mostUnused);
        this.book = settings.spending().book();
    }

    /** The names of the graphs, in alphabetical order. */
    public List<String> names() {
        return catalog.graphs();
    }

    /** The names of those of them that are known to be damaged, in alphabetical order: nothing is done with these. */
    public List<String> damaged() {
        return catalog.graphs().stream()
                .filter(name -> damage.containsKey(name) || open.holdsDamaged(name))
                .toList();
    }

    /** A graph, to be given back; empty if there is none of this name, or nothing in it. */
    public Optional<ServedGraph> find(String name) {
        if (!GraphName.allows(name)) {
            return Optional.empty();
        }
        ServedGraph graph = open.take(name, this::opened);
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
     * A graph to add to, which need not exist, to be given back.
     *
     * @param name by the rule of {@link GraphName}
     */
    public ServedGraph create(String name) {
        return open.take(GraphName.require(name), this::opened);
    }

    /** How many graphs are open now. */
    public int openNow() {
        return open.count();
    }

    /** Opens a graph; one that is damaged is not looked through again for each of those who ask for it. */
    private ServedGraph opened(String name) {
        Damage known = damage.get(name);
        if (known != null && System.nanoTime() - known.nanos() < DAMAGE_KNOWN_NANOS) {
            throw known.failure();
        }
        try {
            ServedGraph graph = withModels(name, catalog.open(name));
            damage.remove(name);
            return graph;
        } catch (TernException e) {
            e.damagedGraph().ifPresent(graph -> damage.put(graph, new Damage(System.nanoTime(), e)));
            throw e;
        }
    }

    /** Gives a graph its models. Closes the store if that fails: who waits for the graph asks again and again. */
    private ServedGraph withModels(String name, GraphStore store) {
        OwnModels own;
        try {
            own = ownModels(store.description());
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
        // Closes the store if it fails.
        GraphRag rag = GraphRag.builder()
                .store(store)
                .embeddingModel(own.embedding())
                .chatModels(models.chat())
                .parameters(own.parameters())
                .build();
        Intake intake = new Intake(name, store, own.settings(), models, loader);
        return new ServedGraph(name, store, rag, intake, own.embedding().modelName(), open::giveBack);
    }

    /**
     * What a graph is asked and added to with.
     *
     * @param settings with the graph's own embedding model; fails where it is not known who serves that
     */
    private record OwnModels(Supplier<AppSettings> settings, Parameters parameters, EmbeddingModel embedding) {}

    /** A graph whose model has no known provider can still be read, and documents can be removed from it. */
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
     * Removes a graph for good. No job may be adding to it; questions that are under way fail, and new ones are refused until it has gone.
     *
     * @return whether it was there
     */
    public boolean drop(String name) {
        return open.drop(name, () -> {
            damage.remove(name);
            return catalog.drop(name);
        });
    }

    /** The modes of questions that the models allow, naive first. */
    public List<Mode> modes() {
        List<Mode> modes = new ArrayList<>(List.of(Mode.NAIVE, Mode.LOCAL));
        if (models.chat().has(ChatTask.RERANK)) {
            modes.add(Mode.GRAPH);
        }
        Spreading.found().ifPresent(overview -> modes.add(Mode.OVERVIEW));
        return modes;
    }

    /** The parameters of questions that bring none. */
    public Parameters parameters() {
        return settings.libraryParameters();
    }

    /** How many replies of models were kept and not asked for again. */
    public long cacheHits() {
        return models.cacheHits();
    }

    /** The name of the model that does each task of chat models, in their order; without those that none does. */
    public Map<String, String> chatModels() {
        Map<String, String> names = settings.chat().names();
        names.values().removeIf("none"::equals);
        return names;
    }

    /** Counts a call of a model for a question to a graph; one that may have to be paid is written down. */
    public void called(String graph, Call call) {
        String task = call.task().map(ChatTask::toString).orElse(call.name());
        String model = call.task()
                .map(settings.chat()::name)
                .orElseGet(() -> call.embeddingModel().orElseThrow());
        PriceTable prices = settings.spending().prices();
        Ledger.Expense expense = new Ledger.Expense(task, "", model, call.inputTokens(), call.outputTokens());
        prices.cost(expense).ifPresent(cost -> models.spent(task, cost));
        boolean served = call.task().isPresent() || !isInProcess(model);
        if (served && call.inputTokens() + call.outputTokens() > 0) {
            asking.computeIfAbsent(graph, this::begun).ledger(prices).record(expense);
        }
    }

    private boolean isInProcess(String model) {
        return Models.isInProcess(model)
                || (settings.embedding().provider() == Provider.IN_PROCESS
                        && Provider.ofEmbeddingModel(model).isEmpty());
    }

    private Run begun(String graph) {
        String id = UUID.randomUUID().toString();
        return book.begin(
                new RunStart(id, "tern serve: questions", settings.store().noted(), graph));
    }

    /**
     * What calls of models have cost by what they were for, in the unit of the configured prices; those without a price left out.
     * Both what was added and what was asked counts.
     */
    public Map<String, Double> costs() {
        return models.costs();
    }

    /** Closes all graphs, and the store. */
    @Override
    public void close() {
        try (catalog;
                book) {
            asking.values().forEach(run -> run.end(RunState.DONE, "", RunCounts.NONE));
            open.close();
        }
    }
}

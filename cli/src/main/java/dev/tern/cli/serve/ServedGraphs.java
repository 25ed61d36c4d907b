package dev.tern.cli.serve;

import dev.langchain4j.model.chat.ChatModel;
import dev.tern.GraphRag;
import dev.tern.cli.assembly.Backend;
import dev.tern.cli.assembly.LazyEmbeddingModel;
import dev.tern.cli.assembly.Session;
import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ModelChoice;
import dev.tern.cli.config.Setting;
import dev.tern.documents.DocumentLoader;
import dev.tern.error.TernException;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.settings.Mode;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphName;
import dev.tern.store.GraphStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The graphs of a store, each open once, with models that are made once, when they are first asked. Thread-safe. */
public final class ServedGraphs implements Graphs {
    private static final long DAMAGE_KNOWN_NANOS = Duration.ofSeconds(5).toNanos();

    private final Configuration wanted;
    private final Backend backend;
    private final GraphCatalog catalog;
    private final DocumentLoader loader;
    private final OpenGraphs open;
    private final Map<String, LazyEmbeddingModel> embeddings = new ConcurrentHashMap<>();
    private final Map<String, Damage> damage = new ConcurrentHashMap<>();
    private final ModelUse use = new ModelUse();
    private final Optional<ChatModel> chat;

    /** What was said of a graph when it was to be opened. */
    private record Damage(long nanos, TernException failure) {}

    /**
     * The graphs of the configured store.
     *
     * @param allowPrivate whether pages outside the open internet may be fetched
     */
    public ServedGraphs(Configuration wanted, Backend backend, boolean allowPrivate) {
        this.wanted = wanted;
        this.backend = backend;
        this.chat = backend.chatModel(wanted);
        this.catalog = backend.catalogToServe(wanted);
        // One for all graphs, jobs and estimates: what they parse takes the memory of two processes, however many ask.
        this.loader = DocumentLoader.builder()
                .limits(wanted.loadLimits())
                .allowPrivate(allowPrivate)
                .addressesTold(false)
                .build();
        this.open = new OpenGraphs(wanted.whole(Setting.SERVER_OPEN_GRAPHS));
    }

    @Override
    public List<String> names() {
        return catalog.graphs();
    }

    @Override
    public List<String> damaged() {
        return catalog.graphs().stream()
                .filter(name -> damage.containsKey(name) || open.holdsDamaged(name))
                .toList();
    }

    @Override
    public Optional<ServedGraph> find(String name) {
        if (!GraphName.allows(name)) {
            return Optional.empty();
        }
        OpenGraph graph = open.take(name, this::opened);
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

    @Override
    public ServedGraph create(String name) {
        return open.take(GraphName.require(name), this::opened);
    }

    /** How many are open. */
    public int openNow() {
        return open.count();
    }

    /** Opens a graph; one that is damaged is not looked through again for each of those who ask for it. */
    private OpenGraph opened(String name) {
        Damage known = damage.get(name);
        if (known != null && System.nanoTime() - known.nanos() < DAMAGE_KNOWN_NANOS) {
            throw known.failure();
        }
        try {
            OpenGraph graph = open(name);
            damage.remove(name);
            return graph;
        } catch (TernException e) {
            e.damagedGraph().ifPresent(graph -> damage.put(graph, new Damage(System.nanoTime(), e)));
            throw e;
        }
    }

    private OpenGraph open(String name) {
        GraphStore store = catalog.open(name);
        Configuration configuration = configuration(store);
        LazyEmbeddingModel embedding = embedding(configuration);
        // Closes the store if it fails.
        GraphRag rag = GraphRag.builder()
                .store(store)
                .embeddingModel(embedding)
                .chatModel(chat.orElse(null))
                .parameters(configuration.libraryParameters())
                .build();
        GraphIntake intake = new GraphIntake(backend, use, configuration, name, store, embedding, chat, loader);
        return new OpenGraph(name, rag, store, intake, open::giveBack);
    }

    /** The configuration with the graph's own model. Closes the store if it fails: who waits for it asks again and again. */
    private Configuration configuration(GraphStore store) {
        try {
            return Session.withModelOfGraph(wanted, store.description());
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private LazyEmbeddingModel embedding(Configuration configuration) {
        ModelChoice choice = configuration.embedding();
        return embeddings.computeIfAbsent(
                choice.provider() + " " + choice.model(),
                key -> new LazyEmbeddingModel(choice.model(), () -> backend.embeddingModel(configuration)));
    }

    @Override
    public boolean drop(String name) {
        open.remove(name).ifPresent(graph -> graph.rag().close());
        damage.remove(name);
        return catalog.drop(name);
    }

    @Override
    public List<Mode> modes() {
        return chat.isEmpty() ? List.of(Mode.NAIVE, Mode.LOCAL) : List.of(Mode.NAIVE, Mode.LOCAL, Mode.GRAPH);
    }

    @Override
    public Figures figures() {
        return use.figures();
    }

    @Override
    public void close() {
        try (catalog) {
            open.close();
        }
    }
}

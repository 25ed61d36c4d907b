package dev.tern.server.graphs;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.settings.Mode;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphName;
import dev.tern.store.GraphStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The graphs of one store, opened when they are asked for, each once; some stay open for those who ask next. Thread-safe.
 *
 * <p>Failures are {@link TernException}s, as those of a {@link GraphCatalog}.
 */
public final class Graphs implements AutoCloseable {
    private static final long DAMAGE_KNOWN_NANOS = Duration.ofSeconds(5).toNanos();

    private final GraphCatalog catalog;
    private final Opener opener;
    private final OpenGraphs open;
    private final List<Mode> modes;
    private final Supplier<Figures> figures;
    private final Map<String, Damage> damage = new ConcurrentHashMap<>();

    /** Gives a graph of the store its models. */
    @FunctionalInterface
    public interface Opener {
        /**
         * Opens a graph to ask and to add to.
         *
         * @param store the graph in the store; closed with the graph, and where this fails
         */
        Opened open(String name, GraphStore store);
    }

    /**
     * A graph with its models.
     *
     * @param rag the graph to ask
     * @param intake the way in for documents
     */
    public record Opened(GraphRag rag, Intake intake) {}

    /**
     * Counts since the start.
     *
     * @param cacheHits replies and vectors that were kept and not asked for again
     * @param cost what calls of models have cost, in the unit of the configured prices; those without a price left out
     */
    public record Figures(long cacheHits, double cost) {}

    /** What was said of a graph when it was to be opened. */
    private record Damage(long nanos, TernException failure) {}

    /**
     * The graphs of a store.
     *
     * @param catalog the store; closed with these graphs
     * @param opener gives each graph its models
     * @param mostUnused how many graphs stay open while nobody has them
     * @param modes the modes of questions that the models allow, naive first
     * @param figures what was spent on models, for those who watch over the server
     */
    public Graphs(GraphCatalog catalog, Opener opener, int mostUnused, List<Mode> modes, Supplier<Figures> figures) {
        this.catalog = catalog;
        this.opener = opener;
        this.open = new OpenGraphs(mostUnused);
        this.modes = List.copyOf(modes);
        this.figures = figures;
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
            GraphStore store = catalog.open(name);
            Opened made = opener.open(name, store);
            ServedGraph graph = new ServedGraph(name, store, made.rag(), made.intake(), open::giveBack);
            damage.remove(name);
            return graph;
        } catch (TernException e) {
            e.damagedGraph().ifPresent(graph -> damage.put(graph, new Damage(System.nanoTime(), e)));
            throw e;
        }
    }

    /**
     * Removes a graph for good. Nobody may be adding to it; questions that are under way fail.
     *
     * @return whether it was there
     */
    public boolean drop(String name) {
        open.remove(name).ifPresent(graph -> graph.rag().close());
        damage.remove(name);
        return catalog.drop(name);
    }

    /** The modes of questions that the models allow, naive first. */
    public List<Mode> modes() {
        return modes;
    }

    /** What was spent on models, for those who watch over the server. */
    public Figures figures() {
        return figures.get();
    }

    /** Closes all graphs, and the store. */
    @Override
    public void close() {
        try (catalog) {
            open.close();
        }
    }
}

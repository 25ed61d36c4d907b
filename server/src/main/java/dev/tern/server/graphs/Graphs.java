package dev.tern.server.graphs;

import dev.tern.settings.Mode;
import java.util.List;
import java.util.Optional;

/**
 * The graphs of one store, opened when they are asked for; some stay open for those who ask next. Thread-safe.
 *
 * <p>Failures are {@link dev.tern.error.TernException}s, as those of a {@link dev.tern.store.GraphCatalog}.
 */
public interface Graphs extends AutoCloseable {
    /** The names of the graphs, in alphabetical order. */
    List<String> names();

    /** The names of those of them that are known to be damaged, in alphabetical order: nothing is done with these. */
    List<String> damaged();

    /** A graph, to be given back; empty if there is none of this name, or nothing in it. */
    Optional<ServedGraph> find(String name);

    /**
     * A graph to add to, which need not exist, to be given back.
     *
     * @param name by the rule of {@link dev.tern.store.GraphName}
     */
    ServedGraph create(String name);

    /**
     * Removes a graph for good. Nobody may be adding to it; questions that are under way fail.
     *
     * @return whether it was there
     */
    boolean drop(String name);

    /** The modes of questions that the models allow, naive first. */
    List<Mode> modes();

    /** What is kept and spent, for those who watch over the server. */
    Figures figures();

    /** Closes all graphs. */
    @Override
    void close();

    /**
     * Counts since the start.
     *
     * @param cacheHits replies and vectors that were kept and not asked for again
     * @param cost what calls of models have cost, in the unit of the configured prices; those without a price left out
     */
    record Figures(long cacheHits, double cost) {}
}

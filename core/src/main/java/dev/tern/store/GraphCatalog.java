package dev.tern.store;

import java.util.List;

/**
 * The graphs of one place: a directory, or a database of a server. Thread-safe.
 *
 * <p>Failures are {@link dev.tern.error.TernException}s: the user's fault for a place that is not a store of Tern, the
 * store's for everything else.
 */
public interface GraphCatalog extends AutoCloseable {
    /** Where the graphs are, as shown to people; without secrets. */
    String location();

    /** The names of the graphs, in alphabetical order. */
    List<String> graphs();

    /**
     * Opens a graph, which need not exist: nothing is created before the first write.
     *
     * @param graphName by the rule of {@link GraphName}
     */
    GraphStore open(String graphName);

    /**
     * Removes a graph with everything in it, for good. What Tern did not make is refused and left alone.
     *
     * @return whether it was there
     */
    boolean drop(String graphName);

    /** Gives back what all its graphs share; to be called after they are closed. */
    @Override
    void close();
}

package dev.tern.store;

import java.util.List;

/**
 * The graphs at one location: a directory, or a database of a server. Thread-safe.
 *
 * <p>Failures are {@link dev.tern.error.TernException}s, which name the party at fault.
 */
public interface GraphCatalog extends AutoCloseable {
    /** Returns the location of the graphs for display, without secrets. */
    String location();

    /** Returns the names of the graphs, in alphabetical order. */
    List<String> graphs();

    /**
     * Opens a graph, which need not exist: nothing is created before the first write.
     *
     * @param graphName a name valid for {@link GraphName}
     */
    GraphStore open(String graphName);

    /**
     * Deletes a graph permanently. Throws an exception instead of deleting data that Tern did not
     * create.
     *
     * @return true if the graph existed
     */
    boolean drop(String graphName);

    /** Releases the resources that the graphs share; call it after closing the graphs. */
    @Override
    void close();
}

package dev.tern.server.graphs;

import dev.tern.GraphRag;
import dev.tern.store.GraphStore;

/** One open graph. Thread-safe; whoever opened it closes it. */
public interface ServedGraph {
    /** Its name. */
    String name();

    /** The graph to ask. */
    GraphRag rag();

    /** The graph to look things up in. */
    GraphStore store();

    /** The way in. */
    Intake intake();
}

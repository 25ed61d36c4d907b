package dev.tern.server.graphs;

import dev.tern.GraphRag;
import dev.tern.store.GraphStore;

/** A graph that is open as long as somebody has it, and has to be given back by closing it. Thread-safe. */
public interface ServedGraph extends AutoCloseable {
    /** Its name. */
    String name();

    /** The graph to ask. */
    GraphRag rag();

    /** The graph to look things up in. */
    GraphStore store();

    /** The way in. */
    Intake intake();

    /** Gives it back; nothing of it may be used any more. */
    @Override
    void close();
}

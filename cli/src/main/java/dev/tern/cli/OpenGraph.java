package dev.tern.cli;

import dev.tern.GraphRag;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.store.GraphStore;

/** A graph that the server holds open. Thread-safe. */
final class OpenGraph implements ServedGraph {
    private final String name;
    private final GraphRag rag;
    private final GraphStore store;
    private final GraphIntake intake;
    private volatile boolean filled;

    OpenGraph(String name, GraphRag rag, GraphStore store, GraphIntake intake) {
        this.name = name;
        this.rag = rag;
        this.store = store;
        this.intake = intake;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public GraphRag rag() {
        return rag;
    }

    @Override
    public GraphStore store() {
        return store;
    }

    @Override
    public GraphIntake intake() {
        return intake;
    }

    /** Whether something has been added; looked up only until it has, for every question begins with it. */
    boolean isFilled() {
        if (!filled) {
            filled = store.description().isPresent();
        }
        return filled;
    }
}

package dev.tern.cli.serve;

import dev.tern.GraphRag;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.store.GraphStore;
import java.util.function.Consumer;

/** A graph that the server holds open, as long as somebody has it and perhaps longer ({@link OpenGraphs}). Thread-safe. */
final class OpenGraph implements ServedGraph {
    private final String name;
    private final GraphRag rag;
    private final GraphStore store;
    private final GraphIntake intake;
    private final Consumer<OpenGraph> back;
    private volatile boolean filled;

    /**
     * An open graph.
     *
     * @param back is given it by everybody who has had it
     */
    OpenGraph(String name, GraphRag rag, GraphStore store, GraphIntake intake, Consumer<OpenGraph> back) {
        this.name = name;
        this.rag = rag;
        this.store = store;
        this.intake = intake;
        this.back = back;
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

    @Override
    public void close() {
        back.accept(this);
    }

    /** Whether something has been added; looked up only until it has, for every question begins with it. */
    boolean isFilled() {
        if (!filled) {
            filled = store.description().isPresent();
        }
        return filled;
    }
}

package dev.tern.server.graphs;

import dev.tern.GraphRag;
import dev.tern.store.GraphStore;
import java.util.function.Consumer;

/**
 * A graph that the server holds open for everybody who asks for it, and perhaps longer. Each who has it gives it back
 * by closing it. Thread-safe.
 */
public final class ServedGraph implements AutoCloseable {
    private final String name;
    private final GraphStore store;
    private final GraphRag rag;
    private final Intake intake;
    private final Consumer<ServedGraph> back;
    private volatile boolean filled;

    /**
     * A graph that is open.
     *
     * @param back is given it by everybody who has had it
     */
    ServedGraph(String name, GraphStore store, GraphRag rag, Intake intake, Consumer<ServedGraph> back) {
        this.name = name;
        this.store = store;
        this.rag = rag;
        this.intake = intake;
        this.back = back;
    }

    /** Its name in the store. */
    public String name() {
        return name;
    }

    /** The graph to ask. */
    public GraphRag rag() {
        return rag;
    }

    /** The graph to look things up in. */
    public GraphStore store() {
        return store;
    }

    /** The way in for documents. */
    public Intake intake() {
        return intake;
    }

    /** Gives it back; nothing of it may be used any more. */
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

package dev.tern.server.graphs;

import dev.tern.GraphRag;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A graph that the server holds open for everybody who asks for it, and perhaps longer. Each who has it gives it back
 * by closing it. Thread-safe.
 */
public final class ServedGraph implements AutoCloseable {
    /** For how long what the store said of the graph is believed: other processes can drop it, and make it anew. */
    private static final long BELIEVED_NANOS = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final GraphStore store;
    private final GraphRag rag;
    private final Intake intake;
    private final Consumer<ServedGraph> back;
    private final String embeddingModel;
    private volatile Described described = new Described(System.nanoTime(), Optional.empty());

    /** A description of the last commit, and when it was looked up. */
    private record Described(long nanos, Optional<GraphDescription> description) {}

    /**
     * A graph that is open.
     *
     * @param embeddingModel the name of the model that it is asked and added to with
     * @param back is given it by everybody who has had it
     */
    ServedGraph(
            String name,
            GraphStore store,
            GraphRag rag,
            Intake intake,
            String embeddingModel,
            Consumer<ServedGraph> back) {
        this.name = name;
        this.store = store;
        this.rag = rag;
        this.intake = intake;
        this.embeddingModel = embeddingModel;
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

    /** Whether there is something in it. */
    boolean isFilled() {
        return description().isPresent();
    }

    /** Whether another process has dropped the graph and made it anew with another embedding model. */
    boolean isOutdated() {
        return description()
                .filter(made -> !made.embeddingModel().equals(embeddingModel))
                .isPresent();
    }

    /** Looked up once a second at most where there is one, for every question begins with it. */
    private Optional<GraphDescription> description() {
        Described last = described;
        long now = System.nanoTime();
        if (last.description.isEmpty() || now - last.nanos >= BELIEVED_NANOS) {
            last = new Described(now, store.description());
            described = last;
        }
        return last.description;
    }
}

package dev.tern.server.graphs;

import dev.tern.GraphRag;
import dev.tern.store.GraphStore;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A graph that the server holds open for everybody who asks for it, and perhaps longer. Each who has it gives it back
 * by closing it. Thread-safe.
 */
public final class ServedGraph implements AutoCloseable {
    private static final long COMPARED_NANOS = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final GraphStore store;
    private final GraphRag rag;
    private final Intake intake;
    private final Consumer<ServedGraph> back;
    private final String embeddingModel;
    private volatile boolean filled;
    private volatile boolean outdated;
    private volatile long comparedNanos = System.nanoTime();

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

    /** Whether something has been added; looked up only until it has, for every question begins with it. */
    boolean isFilled() {
        if (!filled) {
            filled = store.description().isPresent();
        }
        return filled;
    }

    /**
     * Whether another process has dropped the graph and made it anew with another embedding model; looked up once a second at most, until
     * it has.
     */
    boolean isOutdated() {
        long now = System.nanoTime();
        if (!outdated && now - comparedNanos >= COMPARED_NANOS) {
            comparedNanos = now;
            outdated = store.description()
                    .filter(made -> !made.embeddingModel().equals(embeddingModel))
                    .isPresent();
        }
        return outdated;
    }
}

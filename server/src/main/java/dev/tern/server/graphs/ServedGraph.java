package dev.tern.server.graphs;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.GraphRag;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Parameter;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An open graph, shared by its users. {@link #close} releases it for one user; the graph may stay
 * open after its last user. Thread-safe.
 */
public final class ServedGraph implements AutoCloseable {
    /** The time for which a description is cached; another process may replace the graph. */
    private static final long CACHED_NANOS = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final GraphStore store;
    private final GraphRag rag;
    private final Intake intake;
    private final Consumer<ServedGraph> back;
    private final EmbeddingModel embeddingModel;
    private volatile Described described = new Described(System.nanoTime(), Optional.empty());

    /** A description of the last commit with the time of its look-up. */
    private record Described(long nanos, Optional<GraphDescription> description) {}

    /**
     * Creates an open graph.
     *
     * @param back called with this graph when a user closes it
     */
    ServedGraph(
            String name,
            GraphStore store,
            GraphRag rag,
            Intake intake,
            EmbeddingModel embeddingModel,
            Consumer<ServedGraph> back) {
        this.name = name;
        this.store = store;
        this.rag = rag;
        this.intake = intake;
        this.embeddingModel = embeddingModel;
        this.back = back;
    }

    public String name() {
        return name;
    }

    /** Returns the graph, to ask it questions. */
    public GraphRag rag() {
        return rag;
    }

    /** Returns the store, to read the graph without a model. */
    public GraphStore store() {
        return store;
    }

    /** Returns the intake, which adds documents. */
    public Intake intake() {
        return intake;
    }

    /** Returns an embedder with the graph's model, for texts other than questions. */
    public TextEmbedder embedder(Meter meter) {
        return new TextEmbedder(
                embeddingModel,
                EmbeddingInputType.DOCUMENT,
                rag.question("-").parameters().get(Parameter.EMBED_BATCH),
                meter);
    }

    /** Releases the graph; the user who calls this must not use it afterwards. */
    @Override
    public void close() {
        back.accept(this);
    }

    /** Returns true if the graph has content. */
    boolean isFilled() {
        return description().isPresent();
    }

    /** Returns true if another process has replaced the graph by one of another embedding model. */
    boolean isOutdated() {
        return description()
                .filter(made -> !made.embeddingModel().equals(embeddingModel.modelName()))
                .isPresent();
    }

    /** Returns the description, cached for a second, because every question needs it. */
    private Optional<GraphDescription> description() {
        Described last = described;
        long now = System.nanoTime();
        if (last.description.isEmpty() || now - last.nanos >= CACHED_NANOS) {
            last = new Described(now, store.latest().description());
            described = last;
        }
        return last.description;
    }
}

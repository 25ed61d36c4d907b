package dev.tern.eval.baseline;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.eval.baseline.Baseline.Ranker;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import org.jspecify.annotations.Nullable;

/** Creates baselines that share data read from a graph, which must not change. Thread-safe. */
public final class Baselines implements AutoCloseable {
    private final GraphStore store;
    private final Parameters parameters;
    private final QuestionReader reader;
    private @Nullable PassageGraph graph;
    private @Nullable KeywordIndex keywords;

    /**
     * Creates baselines over a store.
     *
     * @param store the store, closed by the caller
     * @param parameters the parameters of {@link Baseline#SEED}
     */
    public Baselines(GraphStore store, EmbeddingModel embeddingModel, Parameters parameters) {
        this.store = store;
        this.parameters = parameters;
        this.reader = new QuestionReader(store, embeddingModel);
    }

    /**
     * Returns a baseline, ready for questions until this is closed.
     *
     * @throws dev.tern.error.TernException if the store fails
     */
    public Ranker ranker(Baseline baseline) {
        return switch (baseline) {
            case BM25 -> keywords()::rank;
            case FUSED -> new WordFusion(graph(), keywords(), reader);
            case SEED -> new SeedMethod(store, reader, parameters);
            case NAMES -> new NamesWalk(graph(), reader);
            case FACTS -> new FactsWalk(graph(), reader, store);
        };
    }

    private synchronized PassageGraph graph() {
        PassageGraph read = graph;
        if (read == null) {
            read = PassageGraph.of(store);
            graph = read;
        }
        return read;
    }

    private synchronized KeywordIndex keywords() {
        KeywordIndex made = keywords;
        if (made == null) {
            made = new KeywordIndex(graph().passages());
            keywords = made;
        }
        return made;
    }

    @Override
    public synchronized void close() {
        if (keywords != null) {
            keywords.close();
        }
    }
}

package dev.tern.ingest.index;

import dev.tern.graph.Passage;
import dev.tern.model.TextEmbedder;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Vectors that the embedding model makes: of everything that no source before it had, each text once. */
public final class ModelVectors implements VectorSource {
    private final Supplier<TextEmbedder> embedder;
    private final Optional<GraphDescription> graph;
    private final Runnable afterCall;
    private int embeddedTexts;

    /**
     * Vectors of a model.
     *
     * @param embedder asked for only when something has to be embedded
     * @param graph what the vectors have to fit; empty for a graph that has nothing in it
     * @param afterCall runs after each call of the model
     */
    public ModelVectors(Supplier<TextEmbedder> embedder, Optional<GraphDescription> graph, Runnable afterCall) {
        this.embedder = embedder;
        this.graph = graph;
        this.afterCall = afterCall;
    }

    /**
     * Embeds what is missing.
     *
     * @throws dev.tern.error.TernException if the graph was made by another model, or the model fails
     */
    @Override
    public void fill(BatchVectors wanted) {
        Set<String> texts = new LinkedHashSet<>();
        wanted.relations().addMissingTexts(texts);
        wanted.entities().addMissingTexts(texts);
        wanted.passages().addMissingTexts(texts);
        if (texts.isEmpty()) {
            return;
        }
        TextEmbedder model = embedder.get();
        graph.ifPresent(made -> made.requireModel(model.modelName()));
        Map<String, float[]> vectors = model.embed(texts, afterCall);
        graph.ifPresent(made -> vectors.values().forEach(vector -> made.requireDimension(vector.length)));
        embeddedTexts += texts.size();
        wanted.relations().fill((id, text) -> vectors.get(text));
        wanted.entities().fill((id, text) -> vectors.get(text));
        wanted.passages().fill((id, text) -> vectors.get(text));
    }

    /** A batch of passages whose vectors come from some sources and, where these have none, from the model. */
    public GraphBatch batch(Collection<Passage> passages, VectorSource... sources) {
        BatchMaker batch =
                new BatchMaker(passages, graph.map(GraphDescription::dimension).orElse(0));
        for (VectorSource source : sources) {
            batch.from(source);
        }
        String name = graph.map(GraphDescription::embeddingModel)
                .orElseGet(() -> embedder.get().modelName());
        return batch.from(this).batch(name, Set.of());
    }

    /** How many texts were embedded. */
    public int embeddedTexts() {
        return embeddedTexts;
    }
}

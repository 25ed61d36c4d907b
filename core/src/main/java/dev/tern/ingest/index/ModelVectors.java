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

/** Embeds the texts whose vectors no earlier source had, each distinct text once. */
public final class ModelVectors implements VectorSource {
    private final Supplier<TextEmbedder> embedder;
    private final Optional<GraphDescription> graph;
    private final Runnable afterCall;
    private int embeddedTexts;

    /**
     * Creates a source of vectors.
     *
     * @param embedder called only to embed a text, or to name the model of an empty graph
     * @param graph the description that vectors have to fit; empty for an empty graph
     * @param afterCall runs after each call of the model
     */
    public ModelVectors(Supplier<TextEmbedder> embedder, Optional<GraphDescription> graph, Runnable afterCall) {
        this.embedder = embedder;
        this.graph = graph;
        this.afterCall = afterCall;
    }

    /**
     * Embeds the missing texts.
     *
     * @throws dev.tern.error.TernException if the graph was made with another model, or the model
     *     fails or returns vectors of another dimension
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

    /** Returns a batch of passages with vectors from some sources and then from the model. */
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

    /** Returns the number of embedded texts. */
    public int embeddedTexts() {
        return embeddedTexts;
    }
}

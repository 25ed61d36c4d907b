package dev.tern.testing;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A model whose vectors all lean the same way, as vectors of E5 do: a constant dimension is added
 * to each unit vector. A cosine c of the model becomes (c + s²) / (1 + s²) for a lean of s: in the
 * same order, but all in a narrow band far above 0. Code that compares cosines with constants fails
 * with it.
 */
public final class SqueezedEmbeddingModel implements EmbeddingModel {
    private final EmbeddingModel model;
    private final float lean;

    /**
     * Creates a model that leans.
     *
     * @param lean the length of the added component; 2 maps cosines from 0 to 1 to 0.8 to 1
     */
    public SqueezedEmbeddingModel(EmbeddingModel model, double lean) {
        this.model = model;
        this.lean = (float) lean;
    }

    @Override
    public Set<EmbeddingParameter<?>> supportedParameters() {
        return model.supportedParameters();
    }

    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        EmbeddingResponse response = model.embed(request);
        List<Embedding> squeezed = new ArrayList<>(response.embeddings().size());
        for (Embedding embedding : response.embeddings()) {
            squeezed.add(Embedding.from(squeezed(embedding)));
        }
        return EmbeddingResponse.builder()
                .embeddings(squeezed)
                .metadata(response.metadata())
                .build();
    }

    private float[] squeezed(Embedding embedding) {
        Embedding unit = Embedding.from(embedding.vector().clone());
        unit.normalize();
        float[] leaning = Arrays.copyOf(unit.vector(), unit.dimension() + 1);
        leaning[unit.dimension()] = lean;
        Embedding whole = Embedding.from(leaning);
        whole.normalize();
        return whole.vector();
    }

    @Override
    public int dimension() {
        return model.dimension() + 1;
    }

    @Override
    public String modelName() {
        return model.modelName() + ", squeezed by " + lean;
    }
}

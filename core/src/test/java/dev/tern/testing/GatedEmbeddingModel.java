package dev.tern.testing;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.List;

/** An embedding model that passes a gate before it embeds, so a blocked gate blocks the model. */
public final class GatedEmbeddingModel implements EmbeddingModel {
    private static final int DIMENSION = 64;

    private final HashingEmbeddingModel words = new HashingEmbeddingModel(DIMENSION);
    private final Runnable gate;

    /** Creates a model that runs a gate before every call. */
    public GatedEmbeddingModel(Runnable gate) {
        this.gate = gate;
    }

    @Override
    public String modelName() {
        return "gated";
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        gate.run();
        return words.embedAll(segments);
    }
}

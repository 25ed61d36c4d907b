package dev.tern.testing;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An embedding model that caches the vectors of another in memory. Thread-safe. */
public final class RememberingModel implements EmbeddingModel {
    private final EmbeddingModel model;
    private final Map<TextSegment, Embedding> known = new ConcurrentHashMap<>();

    /** Creates a cache before a model. */
    public RememberingModel(EmbeddingModel model) {
        this.model = model;
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
        Set<TextSegment> unknown = new LinkedHashSet<>(texts);
        unknown.removeAll(known.keySet());
        if (!unknown.isEmpty()) {
            List<TextSegment> asked = List.copyOf(unknown);
            List<Embedding> embedded = model.embedAll(asked).content();
            for (int i = 0; i < asked.size(); i++) {
                known.put(asked.get(i), embedded.get(i));
            }
        }
        return Response.from(texts.stream().map(known::get).toList());
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public String modelName() {
        return model.modelName();
    }
}

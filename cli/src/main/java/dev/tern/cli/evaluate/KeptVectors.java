package dev.tern.cli.evaluate;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.models.kept.VectorCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An embedding model in process, asked only for vectors that are not kept: whole corpora are embedded again and again. */
final class KeptVectors implements EmbeddingModel {
    private final EmbeddingModel model;
    private final VectorCache cache;

    KeptVectors(EmbeddingModel model, VectorCache cache) {
        this.model = model;
        this.cache = cache;
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        List<String> texts = segments.stream().map(TextSegment::text).toList();
        String scope = "in-process\n" + modelName();
        Map<String, float[]> vectors = new HashMap<>(cache.find(scope, texts));
        List<TextSegment> missing = segments.stream()
                .filter(segment -> !vectors.containsKey(segment.text()))
                .distinct()
                .toList();
        if (!missing.isEmpty()) {
            List<Embedding> made = model.embedAll(missing).content();
            Map<String, float[]> fresh = new LinkedHashMap<>();
            for (int i = 0; i < missing.size(); i++) {
                fresh.put(missing.get(i).text(), made.get(i).vector());
            }
            cache.keep(scope, fresh);
            vectors.putAll(fresh);
        }
        List<Embedding> ordered = new ArrayList<>(texts.size());
        texts.forEach(text -> ordered.add(Embedding.from(vectors.getOrDefault(text, new float[0]))));
        return Response.from(ordered);
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public String modelName() {
        return model.modelName();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }
}

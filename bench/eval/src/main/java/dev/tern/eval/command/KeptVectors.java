package dev.tern.eval.command;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.tern.model.ForwardingEmbeddingModel;
import dev.tern.models.kept.VectorCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An in-process embedding model with a disk cache of vectors, for repeated runs over a corpus. */
final class KeptVectors implements ForwardingEmbeddingModel {
    private final EmbeddingModel model;
    private final VectorCache cache;

    KeptVectors(EmbeddingModel model, VectorCache cache) {
        this.model = model;
        this.cache = cache;
    }

    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        List<String> texts = request.inputs().stream().map(EmbeddingInput::text).toList();
        String scope = scope(request);
        Map<String, float[]> vectors = new HashMap<>(cache.find(scope, texts));
        List<EmbeddingInput> missing = request.inputs().stream()
                .filter(input -> !vectors.containsKey(input.text()))
                .distinct()
                .toList();
        if (!missing.isEmpty()) {
            List<Embedding> made = model.embed(EmbeddingRequest.builder()
                            .inputs(missing)
                            .inputType(request.inputType())
                            .build())
                    .embeddings();
            Map<String, float[]> fresh = new LinkedHashMap<>();
            for (int i = 0; i < missing.size(); i++) {
                fresh.put(missing.get(i).text(), made.get(i).vector());
            }
            cache.keep(scope, fresh);
            vectors.putAll(fresh);
        }
        List<Embedding> ordered = new ArrayList<>(texts.size());
        texts.forEach(text -> ordered.add(Embedding.from(vectors.getOrDefault(text, new float[0]))));
        return EmbeddingResponse.builder().embeddings(ordered).build();
    }

    private String scope(EmbeddingRequest request) {
        String scope = "in-process\n" + modelName();
        return request.inputType() == null ? scope : scope + "\n" + request.inputType();
    }

    @Override
    public EmbeddingModel model() {
        return model;
    }
}

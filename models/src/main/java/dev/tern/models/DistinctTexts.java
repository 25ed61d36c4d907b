package dev.tern.models;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.embedding.response.EmbeddingResponseMetadata;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The distinct texts of a request, and the index of each requested text among them.
 *
 * @param distinct the texts in the order of first occurrence
 * @param positions for each requested text, the index of that text in {@code distinct}
 */
record DistinctTexts(List<String> distinct, List<Integer> positions) {
    /**
     * Returns the distinct texts of a request.
     *
     * @throws TernException if a text is null or blank: its vector would be meaningless, and some
     *     models reject it
     */
    static DistinctTexts of(EmbeddingRequest request) {
        Map<String, Integer> index = new LinkedHashMap<>();
        List<Integer> places = new ArrayList<>(request.inputs().size());
        for (EmbeddingInput input : request.inputs()) {
            String text = input.text();
            if (text == null || text.isBlank() || text.trim().isEmpty()) {
                throw TernException.user("text " + (places.size() + 1) + " of "
                        + request.inputs().size() + " to embed is blank: a blank text cannot be embedded");
            }
            places.add(index.computeIfAbsent(text, unseen -> index.size()));
        }
        return new DistinctTexts(List.copyOf(index.keySet()), places);
    }

    /** Returns the response to the request, given the vectors of {@link #distinct} in order. */
    EmbeddingResponse response(List<Embedding> vectors, String modelName, TokenUsage tokens) {
        List<Embedding> ordered = new ArrayList<>(positions.size());
        for (int place : positions) {
            ordered.add(vectors.get(place));
        }
        return EmbeddingResponse.builder()
                .embeddings(ordered)
                .metadata(EmbeddingResponseMetadata.builder()
                        .modelName(modelName)
                        .tokenUsage(tokens)
                        .build())
                .build();
    }
}

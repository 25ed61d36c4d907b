package dev.tern.cli;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A fast, deterministic embedding model: each word adds to a dimension of its own. */
final class HashingEmbeddingModel implements EmbeddingModel {
    private static final int DIMENSION = 64;

    private final String name;

    HashingEmbeddingModel(String name) {
        this.name = name;
    }

    @Override
    public String modelName() {
        return name;
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        List<Embedding> embeddings = new ArrayList<>();
        for (TextSegment segment : segments) {
            float[] vector = new float[DIMENSION];
            vector[0] = 0.1f;
            for (String word : segment.text().toLowerCase(Locale.ROOT).split("[^\\p{L}]+", -1)) {
                vector[Math.floorMod(word.hashCode(), DIMENSION)] += 1;
            }
            embeddings.add(Embedding.from(vector));
        }
        return Response.from(embeddings);
    }
}

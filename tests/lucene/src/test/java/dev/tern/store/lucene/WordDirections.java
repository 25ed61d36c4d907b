package dev.tern.store.lucene;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** An embedding model that takes microseconds and remembers nothing: a text is the sum of the directions of its words. */
final class WordDirections implements EmbeddingModel {
    private static final int DIMENSION = 64;

    @Override
    public String modelName() {
        return "word-directions";
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        return Response.from(segments.stream()
                .map(segment -> Embedding.from(vector(segment.text())))
                .toList());
    }

    private static float[] vector(String text) {
        float[] vector = new float[DIMENSION];
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
            SplittableRandom direction = new SplittableRandom(word.hashCode());
            for (int i = 0; i < DIMENSION; i++) {
                vector[i] += (float) direction.nextDouble(-1, 1);
            }
        }
        return vector;
    }
}

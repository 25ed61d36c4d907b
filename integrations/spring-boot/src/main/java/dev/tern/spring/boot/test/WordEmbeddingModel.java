package dev.tern.spring.boot.test;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An embedding model for tests: each word adds 1 to a dimension chosen by its hash, so that texts
 * with more words in common are more similar. Vectors have 512 dimensions and unit length.
 * Thread-safe.
 */
final class WordEmbeddingModel implements EmbeddingModel {
    private static final int DIMENSION = 512;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        return Response.from(segments.stream()
                .map(segment -> Embedding.from(vector(segment.text())))
                .toList());
    }

    private static float[] vector(String text) {
        float[] vector = new float[DIMENSION];
        // A text without a word needs a direction too.
        vector[0] = 0.01f;
        WORD.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .forEach(word -> vector[1 + Math.floorMod(word.group().hashCode(), DIMENSION - 1)]++);
        Embedding embedding = Embedding.from(vector);
        embedding.normalize();
        return embedding.vector();
    }

    @Override
    public int dimension() {
        return DIMENSION;
    }

    @Override
    public String modelName() {
        return "words-of-tests";
    }
}

package dev.tern.eval;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.List;
import java.util.Locale;

/** Maps a text to the sum of its words' directions, so that texts with common words are near. */
public final class WordModel implements EmbeddingModel {
    private static final int DIMENSION = 64;

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        return Response.from(
                segments.stream().map(segment -> direction(segment.text())).toList());
    }

    private static Embedding direction(String text) {
        float[] vector = new float[DIMENSION];
        vector[0] = 0.01f;
        for (String word : text.toLowerCase(Locale.ROOT).split("\\W+", -1)) {
            vector[1 + Math.floorMod(word.hashCode() * 31, DIMENSION - 1)] += word.length() > 3 ? 1 : 0.1f;
        }
        return Embedding.from(vector);
    }

    @Override
    public int dimension() {
        return DIMENSION;
    }

    @Override
    public String modelName() {
        return "words";
    }
}

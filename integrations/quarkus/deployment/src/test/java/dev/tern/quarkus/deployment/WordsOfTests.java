package dev.tern.quarkus.deployment;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import jakarta.inject.Singleton;
import java.util.List;

/** The application's own embedding model: it counts letters. */
@Singleton
public class WordsOfTests implements EmbeddingModel {
    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        return Response.from(
                segments.stream().map(segment -> embedding(segment.text())).toList());
    }

    private static Embedding embedding(String text) {
        float[] counts = new float[128];
        counts[0] = 0.01f;
        text.chars().forEach(letter -> counts[letter % counts.length]++);
        Embedding embedding = Embedding.from(counts);
        embedding.normalize();
        return embedding;
    }

    @Override
    public int dimension() {
        return 128;
    }

    @Override
    public String modelName() {
        return "letters";
    }
}

package dev.tern.eval;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Maps a text that ends in "at 30" to the direction of 30 degrees, to control similarity. */
final class AngleModel implements EmbeddingModel {
    final AtomicInteger texts = new AtomicInteger();

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        texts.addAndGet(segments.size());
        return Response.from(
                segments.stream().map(segment -> direction(segment.text())).toList());
    }

    private static Embedding direction(String text) {
        double angle = Math.toRadians(Integer.parseInt(text.substring(text.lastIndexOf(' ') + 1)));
        return Embedding.from(new float[] {(float) Math.cos(angle), (float) Math.sin(angle)});
    }

    @Override
    public int dimension() {
        return 2;
    }

    @Override
    public String modelName() {
        return "angles";
    }
}

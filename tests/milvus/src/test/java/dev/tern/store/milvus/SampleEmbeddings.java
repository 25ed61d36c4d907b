package dev.tern.store.milvus;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.store.contract.Samples;
import java.util.List;

/** The vectors of {@link Samples}, as a model. Thread-safe. */
final class SampleEmbeddings implements EmbeddingModel {
    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        return Response.from(segments.stream()
                .map(segment -> Embedding.from(Samples.vector(segment.text())))
                .toList());
    }

    @Override
    public int dimension() {
        return Samples.DIMENSION;
    }

    @Override
    public String modelName() {
        return Samples.MODEL;
    }
}

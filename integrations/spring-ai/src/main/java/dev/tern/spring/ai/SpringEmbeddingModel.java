package dev.tern.spring.ai;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import java.util.Comparator;
import java.util.List;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.embedding.EmbeddingResponse;

/** Adapts a Spring AI embedding model to LangChain4j's interface. As thread-safe as the model. */
final class SpringEmbeddingModel implements EmbeddingModel {
    private final org.springframework.ai.embedding.EmbeddingModel model;
    private final String name;

    SpringEmbeddingModel(org.springframework.ai.embedding.EmbeddingModel model, String name) {
        this.model = model;
        this.name = name;
    }

    @Override
    public String modelName() {
        return name;
    }

    @Override
    public int dimension() {
        return model.dimensions();
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        EmbeddingResponse response =
                model.embedForResponse(segments.stream().map(TextSegment::text).toList());
        List<Embedding> embeddings = response.getResults().stream()
                .sorted(Comparator.comparing(org.springframework.ai.embedding.Embedding::getIndex))
                .map(result -> Embedding.from(result.getOutput()))
                .toList();
        Usage usage = response.getMetadata().getUsage();
        return Response.from(embeddings, new TokenUsage(usage.getPromptTokens()));
    }
}

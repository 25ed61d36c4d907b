package dev.tern.models;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.tern.model.TokenCounter;
import java.util.Set;

/**
 * An embedding model with what belongs before questions and before passages. A text of neither type is taken for a passage. It
 * stands before the cache, so that a text is kept under the words that were sent.
 */
final class PrefixedEmbeddingModel implements CloseableEmbeddingModel {
    private final CloseableEmbeddingModel model;
    private final Prefixes prefixes;
    private final String name;

    /**
     * A model with prefixes.
     *
     * @param name the name that graphs remember
     */
    PrefixedEmbeddingModel(CloseableEmbeddingModel model, Prefixes prefixes, String name) {
        this.model = model;
        this.prefixes = prefixes;
        this.name = name;
    }

    @Override
    public Set<EmbeddingParameter<?>> supportedParameters() {
        return Set.of(EmbeddingRequestParameters.INPUT_TYPE);
    }

    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        // Before the prefix hides it.
        DistinctTexts.of(request);
        String prefix = request.inputType() == EmbeddingInputType.QUERY ? prefixes.question() : prefixes.passage();
        return model.doEmbed(EmbeddingRequest.builder()
                .inputs(request.inputs().stream()
                        .map(input -> EmbeddingInput.from(prefix + input.text()))
                        .toList())
                .inputType(
                        model.supportedParameters().contains(EmbeddingRequestParameters.INPUT_TYPE)
                                ? request.inputType()
                                : null)
                .build());
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public String modelName() {
        return name;
    }

    @Override
    public TokenCounter tokenCounter() {
        return model.tokenCounter();
    }

    /** What the passages' prefix leaves. */
    @Override
    public int maxTokens() {
        return model.maxTokens()
                - (prefixes.passage().isEmpty() ? 0 : tokenCounter().count(prefixes.passage()));
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public void close() {
        model.close();
    }
}

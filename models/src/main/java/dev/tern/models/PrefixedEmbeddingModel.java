package dev.tern.models;

import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import java.util.Set;

/**
 * An embedding model that puts prefixes before questions and passages; an untyped text counts as a
 * passage. Prefixes are added before the cache is used, so that cached texts include them.
 */
final class PrefixedEmbeddingModel implements WrappedEmbeddingModel {
    private final CloseableEmbeddingModel model;
    private final TextPrefixes prefixes;
    private final String name;

    /** Creates a model with prefixes, and with the name that graphs store. */
    PrefixedEmbeddingModel(CloseableEmbeddingModel model, TextPrefixes prefixes, String name) {
        this.model = model;
        this.prefixes = prefixes;
        this.name = name;
    }

    @Override
    public Set<EmbeddingParameter<?>> supportedParameters() {
        return Set.of(EmbeddingRequestParameters.INPUT_TYPE);
    }

    @Override
    public CloseableEmbeddingModel model() {
        return model;
    }

    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        // Rejects blank texts here, because the prefix hides them later.
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
    public String modelName() {
        return name;
    }

    /** Returns the model's limit minus the tokens of the passages' prefix. */
    @Override
    public int maxTokens() {
        return model.maxTokens()
                - (prefixes.passage().isEmpty() ? 0 : tokenCounter().count(prefixes.passage()));
    }
}

package dev.tern.model;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import java.util.Set;

/** An embedding model that wraps another, to which it forwards everything but calls. */
public interface ForwardingEmbeddingModel extends EmbeddingModel {
    /** Returns the wrapped model. */
    EmbeddingModel model();

    @Override
    default Set<EmbeddingParameter<?>> supportedParameters() {
        return model().supportedParameters();
    }

    @Override
    default int dimension() {
        return model().dimension();
    }

    @Override
    default String modelName() {
        return model().modelName();
    }

    @Override
    default ModelProvider provider() {
        return model().provider();
    }
}

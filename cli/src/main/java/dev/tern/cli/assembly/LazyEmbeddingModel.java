package dev.tern.cli.assembly;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An embedding model that is made when it is first asked: a server that only lives takes no memory for one. Thread-safe if
 * the model is.
 */
public final class LazyEmbeddingModel implements EmbeddingModel {
    private final String name;
    private final Supplier<EmbeddingModel> maker;
    private final ReentrantLock making = new ReentrantLock();
    private volatile @Nullable EmbeddingModel made;

    public LazyEmbeddingModel(String name, Supplier<EmbeddingModel> maker) {
        this.name = name;
        this.maker = maker;
    }

    public EmbeddingModel model() {
        EmbeddingModel model = made;
        if (model != null) {
            return model;
        }
        making.lock();
        try {
            EmbeddingModel now = made;
            if (now == null) {
                now = maker.get();
                made = now;
            }
            return now;
        } finally {
            making.unlock();
        }
    }

    @Override
    public String modelName() {
        return name;
    }

    @Override
    public int dimension() {
        return model().dimension();
    }

    @Override
    public Set<EmbeddingParameter<?>> supportedParameters() {
        return model().supportedParameters();
    }

    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        return model().embed(request);
    }
}

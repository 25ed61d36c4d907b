package dev.tern.cli.assembly;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.List;
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
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        return model().embedAll(segments);
    }
}

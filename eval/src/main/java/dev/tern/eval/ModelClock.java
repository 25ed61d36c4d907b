package dev.tern.eval;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Says how much of a retrieval's time was spent waiting for models: the models that it wraps write down how long their calls took,
 * by the thread that made them. Thread-safe.
 */
public final class ModelClock {
    private final LongSupplier nanos;
    private final Map<Thread, Long> spent = new ConcurrentHashMap<>();

    /** A clock that reads the time from the system. */
    public ModelClock() {
        this(System::nanoTime);
    }

    ModelClock(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The nanoseconds that this thread has waited for models since it asked last. */
    public long take() {
        Long waited = spent.remove(Thread.currentThread());
        return waited == null ? 0 : waited;
    }

    private void add(long start) {
        spent.merge(Thread.currentThread(), nanos.getAsLong() - start, Long::sum);
    }

    /** A model whose calls are timed. */
    public EmbeddingModel timed(EmbeddingModel model) {
        return new EmbeddingModel() {
            @Override
            public EmbeddingResponse doEmbed(EmbeddingRequest request) {
                long start = nanos.getAsLong();
                try {
                    return model.embed(request);
                } finally {
                    add(start);
                }
            }

            @Override
            public Set<EmbeddingParameter<?>> supportedParameters() {
                return model.supportedParameters();
            }

            @Override
            public int dimension() {
                return model.dimension();
            }

            @Override
            public String modelName() {
                return model.modelName();
            }

            @Override
            public ModelProvider provider() {
                return model.provider();
            }
        };
    }

    /** A model whose calls are timed. */
    public ChatModel timed(ChatModel model) {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                long start = nanos.getAsLong();
                try {
                    return model.chat(request);
                } finally {
                    add(start);
                }
            }

            @Override
            public Set<Capability> supportedCapabilities() {
                return model.supportedCapabilities();
            }

            @Override
            public ChatRequestParameters defaultRequestParameters() {
                return model.defaultRequestParameters();
            }

            @Override
            public ModelProvider provider() {
                return model.provider();
            }
        };
    }
}

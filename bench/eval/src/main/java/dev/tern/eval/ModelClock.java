package dev.tern.eval;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.model.ForwardingChatModel;
import dev.tern.model.ForwardingEmbeddingModel;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measures the time and cost of the models that it wraps, for each calling thread. Thread-safe. */
public final class ModelClock {
    private final LongSupplier nanos;
    private final Map<Thread, ModelCost> spent = new ConcurrentHashMap<>();

    /**
     * The time and money spent on models.
     *
     * @param nanos the waiting time, in nanoseconds
     * @param cost the cost of chat calls; empty if a price or token count is unknown
     */
    record ModelCost(long nanos, Optional<Money> cost) {
        private static final ModelCost ZERO = new ModelCost(0, Optional.of(Money.ZERO));

        private ModelCost plus(ModelCost other) {
            return new ModelCost(nanos + other.nanos, cost.flatMap(one -> other.cost.map(one::plus)));
        }
    }

    /** Creates a clock that reads the system time. */
    public ModelClock() {
        this(System::nanoTime);
    }

    ModelClock(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Returns the time and money that this thread spent since it last called this method. */
    ModelCost takeSpent() {
        return Objects.requireNonNullElse(spent.remove(Thread.currentThread()), ModelCost.ZERO);
    }

    private void add(long start, Optional<Money> cost) {
        spent.merge(Thread.currentThread(), new ModelCost(nanos.getAsLong() - start, cost), ModelCost::plus);
    }

    /** Returns a model whose calls are timed, but count as free. */
    public EmbeddingModel timed(EmbeddingModel model) {
        return new ForwardingEmbeddingModel() {
            @Override
            public EmbeddingResponse doEmbed(EmbeddingRequest request) {
                long start = nanos.getAsLong();
                try {
                    return model.embed(request);
                } finally {
                    add(start, ModelCost.ZERO.cost());
                }
            }

            @Override
            public EmbeddingModel model() {
                return model;
            }
        };
    }

    /**
     * Returns a model with timed and priced calls.
     *
     * @param price the price; empty if it is unknown
     */
    public ChatModel timed(ChatModel model, Optional<Price> price) {
        return new ForwardingChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                long start = nanos.getAsLong();
                Optional<Money> cost = ModelCost.ZERO.cost();
                try {
                    ChatResponse response = model.chat(request);
                    cost = price.flatMap(known -> cost(known, response.tokenUsage()));
                    return response;
                } finally {
                    add(start, cost);
                }
            }

            @Override
            public ChatModel model() {
                return model;
            }
        };
    }

    private static Optional<Money> cost(Price price, @Nullable TokenUsage usage) {
        return usage == null || usage.inputTokenCount() == null || usage.outputTokenCount() == null
                ? Optional.empty()
                : Optional.of(price.cost(usage.inputTokenCount(), usage.outputTokenCount()));
    }
}

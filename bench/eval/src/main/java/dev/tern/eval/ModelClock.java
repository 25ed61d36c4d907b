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

/**
 * Says what a retrieval took of models: those that it wraps write down how long their calls took and what they cost, by the thread that
 * made them. Thread-safe.
 */
public final class ModelClock {
    private final LongSupplier nanos;
    private final Map<Thread, Spent> spent = new ConcurrentHashMap<>();

    /**
     * What was spent on models.
     *
     * @param nanos how long they were waited for
     * @param cost what the calls of chat models cost; empty if one of them has no price, or its tokens are unknown
     */
    record Spent(long nanos, Optional<Money> cost) {
        private static final Spent NOTHING = new Spent(0, Optional.of(Money.ZERO));

        private Spent plus(Spent other) {
            return new Spent(nanos + other.nanos, cost.flatMap(one -> other.cost.map(one::plus)));
        }
    }

    /** A clock that reads the time from the system. */
    public ModelClock() {
        this(System::nanoTime);
    }

    ModelClock(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** What this thread has spent since it asked last. */
    Spent take() {
        return Objects.requireNonNullElse(spent.remove(Thread.currentThread()), Spent.NOTHING);
    }

    private void add(long start, Optional<Money> cost) {
        spent.merge(Thread.currentThread(), new Spent(nanos.getAsLong() - start, cost), Spent::plus);
    }

    /** A model whose calls are timed. */
    public EmbeddingModel timed(EmbeddingModel model) {
        return new ForwardingEmbeddingModel() {
            @Override
            public EmbeddingResponse doEmbed(EmbeddingRequest request) {
                long start = nanos.getAsLong();
                try {
                    return model.embed(request);
                } finally {
                    add(start, Spent.NOTHING.cost());
                }
            }

            @Override
            public EmbeddingModel model() {
                return model;
            }
        };
    }

    /**
     * A model whose calls are timed and priced.
     *
     * @param price empty if it is not known
     */
    public ChatModel timed(ChatModel model, Optional<Price> price) {
        return new ForwardingChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                long start = nanos.getAsLong();
                Optional<Money> cost = Spent.NOTHING.cost();
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

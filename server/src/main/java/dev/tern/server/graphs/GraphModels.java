package dev.tern.server.graphs;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.error.TernException;
import dev.tern.model.ChatTask;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Models;
import dev.tern.models.kept.VectorCache;
import dev.tern.models.money.Money;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The models of all graphs, with their costs and cache hits. Thread-safe. */
final class GraphModels {
    private final Backend backend;
    private final TaskModels chat;
    private final Map<EmbeddingModelSettings, EmbeddingModel> embeddings = new ConcurrentHashMap<>();
    private final Map<String, Money> costs = new ConcurrentHashMap<>();
    private final AtomicLong cacheHits = new AtomicLong();

    GraphModels(AppSettings settings, Backend backend) {
        this.backend = backend;
        this.chat = settings.chat().make(backend::chatModel);
        Arrays.stream(ChatTask.values()).forEach(task -> costs.put(task.toString(), Money.ZERO));
    }

    TaskModels chat() {
        return chat;
    }

    /**
     * Returns the model shared by equal settings; if it cannot be made, a model that always throws.
     */
    EmbeddingModel embedding(EmbeddingModelSettings settings) {
        return embeddings.computeIfAbsent(settings, this::createEmbeddingModel);
    }

    private EmbeddingModel createEmbeddingModel(EmbeddingModelSettings settings) {
        try {
            return backend.embeddingModel(settings, null);
        } catch (TernException e) {
            return unmade(Models.modelName(settings), e);
        }
    }

    /** Returns a model with this name that throws the failure when called. */
    static EmbeddingModel unmade(String name, TernException failure) {
        return new UnmadeEmbeddingModel(name, failure);
    }

    /** Replaces a model that cannot be made: reading a graph and removing documents need none. */
    private record UnmadeEmbeddingModel(String modelName, TernException failure) implements EmbeddingModel {
        @Override
        public EmbeddingResponse doEmbed(EmbeddingRequest request) {
            throw failure;
        }
    }

    /** Returns a new model with a cache, for the caller to close. */
    EmbeddingModel embedding(EmbeddingModelSettings settings, VectorCache kept) {
        return backend.embeddingModel(settings, kept);
    }

    /** Adds the cost of a call for a task of chat models, or for {@code embed}. */
    void addCost(String task, Money cost) {
        costs.merge(task, cost, Money::plus);
    }

    /** Returns the cost of all priced calls by task, in the unit of the configured prices. */
    Map<String, Double> costs() {
        Map<String, Double> all = new TreeMap<>();
        costs.forEach((task, cost) -> all.put(task, cost.nanos() / 1e9));
        return all;
    }

    /** Returns a reply cache whose hits are counted. */
    ReplyCache countingCache(ReplyCache replies) {
        return new ReplyCache() {
            @Override
            public Optional<CachedReply> find(String key) {
                Optional<CachedReply> kept = replies.find(key);
                kept.ifPresent(reply -> cacheHits.incrementAndGet());
                return kept;
            }

            @Override
            public void keep(String key, CachedReply reply) {
                replies.keep(key, reply);
            }
        };
    }

    /** Returns the number of replies taken from a cache. */
    long cacheHits() {
        return cacheHits.get();
    }
}

package dev.tern.models;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.models.kept.VectorCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * An embedding model that caches vectors. If several threads request a text at the same time, one
 * of them sends it; the others wait, and send it themselves only if that request fails.
 */
final class CachedEmbeddingModel implements WrappedEmbeddingModel {
    private final CloseableEmbeddingModel model;
    private final VectorCache cache;
    private final String scope;
    private final ConcurrentMap<TypedText, CompletableFuture<float[]>> underWay = new ConcurrentHashMap<>();

    /** A text and its type; the type is null if the model has no types, or the request no type. */
    private record TypedText(@Nullable EmbeddingInputType type, String text) {}

    /**
     * Creates a model with a cache.
     *
     * @param scope identifies everything that the vectors depend on, except the text and its type
     */
    CachedEmbeddingModel(CloseableEmbeddingModel model, VectorCache cache, String scope) {
        this.model = model;
        this.cache = cache;
        this.scope = scope;
    }

    @Override
    public CloseableEmbeddingModel model() {
        return model;
    }

    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        DistinctTexts texts = DistinctTexts.of(request);
        EmbeddingInputType type =
                supportedParameters().contains(EmbeddingRequestParameters.INPUT_TYPE) ? request.inputType() : null;
        Map<String, float[]> vectors = new HashMap<>(cache.find(scope(type), texts.distinct()));
        TokenUsage tokens = new TokenUsage(0);
        List<String> missing = texts.distinct().stream()
                .filter(text -> !vectors.containsKey(text))
                .toList();
        if (!missing.isEmpty()) {
            tokens = ask(type, missing, vectors);
            int dimension = vectors.getOrDefault(missing.getFirst(), new float[0]).length;
            List<String> outdated = texts.distinct().stream()
                    .filter(text -> vectors.getOrDefault(text, new float[0]).length != dimension)
                    .toList();
            if (!outdated.isEmpty()) {
                // The server now has another model under this name, so cached vectors of another
                // length are replaced.
                tokens = TokenUsage.sum(tokens, send(type, outdated, vectors));
            }
        }
        List<Embedding> ordered = new ArrayList<>(texts.distinct().size());
        for (String text : texts.distinct()) {
            // Vectors are copied, because callers may modify them, and other threads may use the
            // same vectors.
            ordered.add(Embedding.from(vectors.getOrDefault(text, new float[0]).clone()));
        }
        return texts.response(ordered, modelName(), tokens);
    }

    private String scope(@Nullable EmbeddingInputType type) {
        return type == EmbeddingInputType.QUERY ? scope + "\nquestions" : scope;
    }

    /** Sends texts that no other thread is sending, awaits the rest; returns the tokens used. */
    private TokenUsage ask(@Nullable EmbeddingInputType type, List<String> missing, Map<String, float[]> vectors) {
        Map<String, CompletableFuture<float[]>> own = new LinkedHashMap<>();
        Map<String, CompletableFuture<float[]>> others = new LinkedHashMap<>();
        for (String text : missing) {
            CompletableFuture<float[]> mine = new CompletableFuture<>();
            CompletableFuture<float[]> theirs = underWay.putIfAbsent(new TypedText(type, text), mine);
            (theirs == null ? own : others).put(text, theirs == null ? mine : theirs);
        }
        TokenUsage tokens = new TokenUsage(0);
        try {
            if (!own.isEmpty()) {
                // Another thread may have stored some vectors meanwhile.
                vectors.putAll(cache.find(scope(type), own.keySet()));
                List<String> unknown = own.keySet().stream()
                        .filter(text -> !vectors.containsKey(text))
                        .toList();
                if (!unknown.isEmpty()) {
                    tokens = send(type, unknown, vectors);
                }
                own.forEach((text, promise) -> promise.complete(vectors.getOrDefault(text, new float[0])));
            }
        } finally {
            own.forEach((text, promise) -> {
                underWay.remove(new TypedText(type, text), promise);
                promise.cancel(false);
            });
        }
        List<String> abandoned = await(others, vectors);
        return abandoned.isEmpty() ? tokens : TokenUsage.sum(tokens, send(type, abandoned, vectors));
    }

    /** Waits for vectors that other threads requested; returns the texts that failed. */
    private static List<String> await(Map<String, CompletableFuture<float[]>> others, Map<String, float[]> vectors) {
        List<String> abandoned = new ArrayList<>();
        others.forEach((text, promise) -> {
            try {
                vectors.put(text, promise.get());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while embedding");
            } catch (CancellationException | ExecutionException failed) {
                abandoned.add(text);
            }
        });
        return abandoned;
    }

    private TokenUsage send(@Nullable EmbeddingInputType type, List<String> texts, Map<String, float[]> vectors) {
        EmbeddingResponse response = model.doEmbed(EmbeddingRequest.builder()
                .inputs(texts.stream().map(EmbeddingInput::from).toList())
                .inputType(type)
                .build());
        Map<String, float[]> fresh = new LinkedHashMap<>();
        for (int i = 0; i < texts.size(); i++) {
            fresh.put(texts.get(i), response.embeddings().get(i).vector());
        }
        cache.keep(scope(type), fresh);
        vectors.putAll(fresh);
        TokenUsage tokens =
                response.metadata() == null ? null : response.metadata().tokenUsage();
        return tokens == null ? new TokenUsage(0) : tokens;
    }
}

package dev.tern.model;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import dev.tern.graph.VectorLength;
import dev.tern.text.TextTruncation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * Embeds texts as vectors of unit length, each distinct text once, in calls of limited size.
 * Thread-safe if the model is.
 *
 * <p>Some models embed questions differently from passages. A model that supports LangChain4j's
 * {@link EmbeddingInputType} receives the type with the texts; any other model receives only the
 * texts.
 *
 * <p>The model's results are validated: a wrong number of vectors, vectors of differing dimensions,
 * and vectors that cannot be scaled to unit length are reported as the model's fault.
 */
public final class TextEmbedder {
    /** The maximum number of estimated tokens of a call of several texts; OpenAI allows 300,000. */
    private static final int MAX_TOKENS_PER_CALL = 200_000;

    private final EmbeddingModel model;
    private final EmbeddingInputType type;
    private final int batch;
    private final Meter meter;

    /**
     * Creates an embedder with a model.
     *
     * @param type {@code QUERY} for questions, {@code DOCUMENT} for passages, entities and
     *     relations
     * @param batch maximum number of texts in a call, at least 1
     * @param meter counts the calls
     */
    public TextEmbedder(EmbeddingModel model, EmbeddingInputType type, int batch, Meter meter) {
        if (batch < 1) {
            throw new IllegalArgumentException(
                    "a call of the embedding model takes " + batch + " texts; the minimum is 1");
        }
        this.model = model;
        this.type = type;
        this.batch = batch;
        this.meter = meter;
    }

    /** Returns an embedder with the same model for texts of another type. */
    public TextEmbedder embedding(EmbeddingInputType other) {
        return new TextEmbedder(model, other, batch, meter);
    }

    /** Returns the name of the model, as stored in the graph. */
    public String modelName() {
        return model.modelName();
    }

    /**
     * Returns the vectors of texts by text, in the order of the texts.
     *
     * @param texts the texts, none of them blank; a repeated text is embedded once
     * @param afterBatch runs after each call of the model
     * @throws TernException if the model fails, its vectors are invalid, or the call is interrupted
     */
    public Map<String, float[]> embed(Collection<String> texts, Runnable afterBatch) {
        List<String> distinct = new ArrayList<>(new LinkedHashSet<>(texts));
        Map<String, float[]> vectors = LinkedHashMap.newLinkedHashMap(distinct.size());
        int end = 0;
        while (end < distinct.size()) {
            int start = end;
            end = endOfCall(distinct, start);
            List<String> part = distinct.subList(start, end);
            List<Embedding> embeddings = call(part);
            for (int i = 0; i < part.size(); i++) {
                vectors.put(part.get(i), unitVector(embeddings.get(i), part.get(i)));
            }
            afterBatch.run();
        }
        requireOneDimension(vectors.values());
        return vectors;
    }

    /** Returns the end, exclusive, of a batch that begins at a text and has at least this text. */
    private int endOfCall(List<String> texts, int start) {
        int end = start;
        int tokens = 0;
        do {
            tokens += TokenEstimator.estimate(texts.get(end));
            end++;
        } while (end < texts.size()
                && end - start < batch
                && tokens + TokenEstimator.estimate(texts.get(end)) <= MAX_TOKENS_PER_CALL);
        return end;
    }

    private List<Embedding> call(List<String> texts) {
        Response<List<Embedding>> response;
        meter.callingModel("embed");
        long start = System.nanoTime();
        try {
            response = ask(texts.stream().map(TextSegment::from).toList());
        } catch (TernException e) {
            throw e;
        } catch (CancellationException e) {
            throw TernException.user("a call of the embedding model \"" + modelName() + "\" was interrupted", e);
        } catch (RuntimeException e) {
            throw TernException.model(
                    "the embedding model \"" + modelName() + "\" failed: " + MeteredChat.reason(e), e);
        }
        TokenUsage usage = response.tokenUsage();
        meter.embedCall(
                modelName(),
                System.nanoTime() - start,
                usage == null || usage.inputTokenCount() == null ? 0 : usage.inputTokenCount());
        List<Embedding> vectors = response.content() == null ? List.of() : response.content();
        if (vectors.size() != texts.size()) {
            throw TernException.model("the embedding model \"" + modelName() + "\" returned " + vectors.size()
                    + " vectors for " + texts.size() + " texts");
        }
        return vectors;
    }

    private Response<List<Embedding>> ask(List<TextSegment> segments) {
        if (!model.supportedParameters().contains(EmbeddingRequestParameters.INPUT_TYPE)) {
            return model.embedAll(segments);
        }
        EmbeddingResponse response = model.embed(EmbeddingRequest.builder()
                .textSegments(segments)
                .inputType(type)
                .build());
        return Response.from(
                response.embeddings(),
                response.metadata() == null ? null : response.metadata().tokenUsage());
    }

    private float[] unitVector(Embedding embedding, String text) {
        float[] vector = embedding.vector();
        double norm = VectorLength.of(vector);
        if (!(norm > 1e-12) || Double.isInfinite(norm)) {
            throw TernException.model("the embedding model \"" + modelName() + "\" returned a vector of length " + norm
                    + " for \"" + TextTruncation.of(text, 60) + "\"");
        }
        float[] unit = new float[vector.length];
        for (int i = 0; i < vector.length; i++) {
            unit[i] = (float) (vector[i] / norm);
        }
        return unit;
    }

    private void requireOneDimension(Collection<float[]> vectors) {
        int dimension = -1;
        for (float[] vector : vectors) {
            if (dimension >= 0 && vector.length != dimension) {
                throw TernException.model("the embedding model \"" + modelName() + "\" returned vectors of " + dimension
                        + " and of " + vector.length + " dimensions");
            }
            dimension = vector.length;
        }
    }
}

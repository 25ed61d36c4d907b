package dev.tern.models;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import dev.tern.model.TokenCounter;
import dev.tern.model.TokenEstimator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Embeds over HTTP: sends distinct texts in concurrent batches, and returns unit vectors. */
final class ServedEmbeddingModel implements CloseableEmbeddingModel {
    private static final Logger LOG = LoggerFactory.getLogger(ServedEmbeddingModel.class);

    private final EmbeddingHttpClient model;
    private final ServedModel servedModel;
    private final ModelHttpClient modelHttpClient;
    private final int batchSize;
    private final long maxBatchTokens;
    /** The vector length; 0 until it is known. */
    private final AtomicInteger dimension;

    private final AtomicBoolean halving = new AtomicBoolean();

    ServedEmbeddingModel(
            EmbeddingHttpClient model,
            ServedModel servedModel,
            ModelHttpClient modelHttpClient,
            int batchSize,
            int knownDimension) {
        this.model = model;
        this.servedModel = servedModel;
        this.modelHttpClient = modelHttpClient;
        this.batchSize = batchSize;
        Integer perMinute = servedModel.endpoint().tokensPerMinute();
        // The estimate may be a third too low.
        this.maxBatchTokens = Math.min(
                2L * model.dialect().maxTokens() / 3,
                perMinute == null
                        ? Long.MAX_VALUE
                        : RateLimit.share(perMinute, servedModel.endpoint().burst()));
        this.dimension = new AtomicInteger(knownDimension);
    }

    /** Returns the input type, if supported; texts without a type count as passages. */
    @Override
    public Set<EmbeddingParameter<?>> supportedParameters() {
        return model.dialect().types() == null ? Set.of() : Set.of(EmbeddingRequestParameters.INPUT_TYPE);
    }

    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        DistinctTexts texts = DistinctTexts.of(request);
        boolean questions = request.inputType() == EmbeddingInputType.QUERY;
        List<List<String>> batches = batches(texts.distinct());
        List<Response<List<Embedding>>> answers = batches.size() == 1
                ? List.of(embedBatch(batches.getFirst(), questions))
                : embedTogether(batches, questions);
        List<Embedding> vectors = new ArrayList<>(texts.distinct().size());
        TokenUsage tokens = new TokenUsage(0);
        for (Response<List<Embedding>> answer : answers) {
            vectors.addAll(answer.content());
            tokens = TokenUsage.sum(tokens, answer.tokenUsage());
        }
        return texts.response(vectors, modelName(), tokens);
    }

    @Override
    public int dimension() {
        if (dimension.get() == 0) {
            embed("dimension");
        }
        return dimension.get();
    }

    @Override
    public String modelName() {
        return servedModel.modelName();
    }

    /** Returns an estimate, because a server does not name its tokenizer. */
    @Override
    public TokenCounter tokenCounter() {
        return TokenCounter.estimated();
    }

    @Override
    public int maxTokens() {
        return model.dialect().readTokens();
    }

    @Override
    public ModelProvider provider() {
        return switch (servedModel.provider()) {
            case OPENAI -> ModelProvider.OPEN_AI;
            case OLLAMA -> ModelProvider.OLLAMA;
            default -> ModelProvider.OTHER;
        };
    }

    @Override
    public void close() {
        modelHttpClient.close();
    }

    /** Returns batches of texts within all limits; a text above a limit is a batch of its own. */
    private List<List<String>> batches(List<String> texts) {
        List<List<String>> batches = new ArrayList<>();
        int start = 0;
        long tokens = 0;
        for (int i = 0; i < texts.size(); i++) {
            int more = TokenEstimator.estimate(texts.get(i));
            if (i > start && (i - start == batchSize || tokens + more > maxBatchTokens)) {
                batches.add(texts.subList(start, i));
                start = i;
                tokens = 0;
            }
            tokens += more;
        }
        if (start < texts.size()) {
            batches.add(texts.subList(start, texts.size()));
        }
        return batches;
    }

    private List<Response<List<Embedding>>> embedTogether(List<List<String>> batches, boolean questions) {
        // Virtual threads are cheap, and the HTTP client limits the requests in flight.
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            CompletionService<Response<List<Embedding>>> finished = new ExecutorCompletionService<>(threads);
            List<Future<Response<List<Embedding>>>> asked = new ArrayList<>(batches.size());
            for (List<String> batch : batches) {
                asked.add(finished.submit(() -> embedBatch(batch, questions)));
            }
            // Takes results in order of completion, so that a failure ends the rest at once.
            for (int i = 0; i < batches.size(); i++) {
                finished.take().get();
            }
            return asked.stream().map(Future::resultNow).toList();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while embedding");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(failed.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Sends a batch; if the server rejects its content, sends its halves, down to single texts. */
    private Response<List<Embedding>> embedBatch(List<String> batch, boolean questions) {
        try {
            return embedWhole(batch, questions);
        } catch (TernException failure) {
            if (batch.size() == 1 || !failure.isRefusal()) {
                throw failure;
            }
            if (halving.compareAndSet(false, true)) {
                LOG.debug("a batch of {} texts is sent in halves: {}", batch.size(), failure.getMessage());
            }
        }
        int middle = batch.size() / 2;
        Response<List<Embedding>> first = embedBatch(batch.subList(0, middle), questions);
        Response<List<Embedding>> second = embedBatch(batch.subList(middle, batch.size()), questions);
        List<Embedding> vectors = new ArrayList<>(first.content());
        vectors.addAll(second.content());
        return Response.from(vectors, TokenUsage.sum(first.tokenUsage(), second.tokenUsage()));
    }

    private Response<List<Embedding>> embedWhole(List<String> batch, boolean questions) {
        Response<List<Embedding>> response = servedModel.call(() -> model.embed(batch, questions));
        if (response.content().size() != batch.size()) {
            throw servedModel.fault("sent " + response.content().size() + " vectors for " + batch.size() + " texts");
        }
        response.content().forEach(this::check);
        return response;
    }

    /** Rejects a vector of another length or without a direction, and normalises others. */
    private void check(Embedding embedding) {
        int expected = dimension.updateAndGet(known -> known == 0 ? embedding.dimension() : known);
        if (embedding.dimension() != expected || expected == 0) {
            throw servedModel.fault(
                    "sent a vector of " + embedding.dimension() + " dimensions where " + expected + " were expected");
        }
        double squares = 0;
        for (float x : embedding.vector()) {
            squares += (double) x * x;
        }
        // LangChain4j does not normalise shorter vectors.
        if (!(Math.sqrt(squares) >= 1e-10) || Double.isInfinite(squares)) {
            throw servedModel.fault(
                    "sent a vector without a direction (almost zero, or with a part that is not a number)");
        }
        embedding.normalize();
    }
}

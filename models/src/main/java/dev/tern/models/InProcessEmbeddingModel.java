package dev.tern.models;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.model.TokenCounter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A sentence encoder in this process. Its vectors have unit length. The model is loaded on first
 * use. Text beyond its input length is ignored.
 *
 * <p>Each text runs on one thread, and several texts run at once. This is a quarter faster than
 * running each text on several threads. Batches of texts of equal length would be a quarter to a
 * half faster, but are not used: a quantised model scales its numbers by the largest number of a
 * batch, so the vector of a text would depend on the other texts.
 *
 * <p>Recent vectors are cached, because a server often gets the same sentences again; adding many
 * documents evicts them. The reported tokens exclude cached texts.
 */
final class InProcessEmbeddingModel implements CloseableEmbeddingModel {
    private final SentenceEncoder description;
    private final int threads;
    private final RecentVectors recent;
    /** The lock held for reading during a call, so that closing frees no memory in use. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private volatile @Nullable Encoder encoder;
    private boolean closed;

    /**
     * Creates a model that is not loaded.
     *
     * @param threads the maximum number of texts that one call embeds at once
     * @param rememberedBytes the cache size in bytes; 0 for no cache
     */
    InProcessEmbeddingModel(SentenceEncoder description, int threads, long rememberedBytes) {
        this.description = description;
        this.threads = threads;
        this.recent = new RecentVectors(rememberedBytes);
    }

    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        DistinctTexts texts = DistinctTexts.of(request);
        return whileOpen(loaded -> embed(texts, loaded));
    }

    /** Returns the exact counter of the model's word pieces; its first use loads the model. */
    @Override
    public TokenCounter tokenCounter() {
        return text -> whileOpen(loaded -> loaded.count(text));
    }

    @Override
    public int maxTokens() {
        return whileOpen(loaded -> description.window() - loaded.marks());
    }

    private <T> T whileOpen(Function<Encoder, T> use) {
        Encoder loaded = loaded();
        lock.readLock().lock();
        try {
            requireOpen();
            return use.apply(loaded);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public int dimension() {
        return description.dimension() == 0 ? whileOpen(Encoder::dimension) : description.dimension();
    }

    @Override
    public String modelName() {
        return description.modelName();
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            if (!closed && encoder != null) {
                encoder.close();
            }
            closed = true;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private Encoder loaded() {
        Encoder current = encoder;
        if (current != null) {
            return current;
        }
        lock.writeLock().lock();
        try {
            requireOpen();
            if (encoder == null) {
                encoder = validated(description.load());
            }
            return encoder;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Tries a model from a folder once; if the trial fails, closes the model and throws. */
    private Encoder validated(Encoder loaded) {
        if (!(description instanceof EncoderFolder)) {
            return loaded;
        }
        try {
            loaded.dimension();
            return loaded;
        } catch (RuntimeException e) {
            loaded.close();
            throw e;
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the embedding model " + modelName() + " is closed");
        }
    }

    private EmbeddingResponse embed(DistinctTexts texts, Encoder loaded) {
        Map<String, float[]> known = recent.find(texts.distinct());
        List<String> missing = texts.distinct().stream()
                .filter(text -> !known.containsKey(text))
                .toList();
        AtomicReferenceArray<Response<Embedding>> answers = embed(missing, loaded);
        TokenUsage tokens = new TokenUsage(0);
        for (int i = 0; i < missing.size(); i++) {
            float[] vector = answers.get(i).content().vector();
            recent.keep(missing.get(i), vector);
            known.put(missing.get(i), vector);
            tokens = TokenUsage.sum(tokens, answers.get(i).tokenUsage());
        }
        List<Embedding> vectors = texts.distinct().stream()
                .map(text -> Embedding.from(Objects.requireNonNull(known.get(text))))
                .toList();
        return texts.response(vectors, modelName(), tokens);
    }

    private AtomicReferenceArray<Response<Embedding>> embed(List<String> distinct, Encoder loaded) {
        AtomicReferenceArray<Response<Embedding>> answers = new AtomicReferenceArray<>(distinct.size());
        // Longest first: threads end at about the same time, and the runtime reuses memory.
        int[] order = IntStream.range(0, distinct.size())
                .boxed()
                .sorted(Comparator.comparingInt(place -> -distinct.get(place).length()))
                .mapToInt(Integer::intValue)
                .toArray();
        AtomicInteger next = new AtomicInteger();
        Runnable work = () -> {
            for (int i = next.getAndIncrement(); i < order.length; i = next.getAndIncrement()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new CancellationException("interrupted while embedding");
                }
                answers.set(order[i], loaded.embed(distinct.get(order[i])));
            }
        };
        int workers = Math.min(threads, distinct.size());
        if (workers <= 1) {
            work.run();
        } else {
            runOn(workers, work);
        }
        return answers;
    }

    private static void runOn(int workers, Runnable work) {
        ExecutorService pool = Executors.newFixedThreadPool(
                workers, Thread.ofPlatform().name("tern-embed-", 0).daemon().factory());
        try {
            List<Future<?>> running = new ArrayList<>(workers);
            for (int i = 0; i < workers; i++) {
                running.add(pool.submit(work));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while embedding");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(failed.getCause());
        } finally {
            // Other threads stop at their next text; the caller must wait for their end.
            pool.shutdownNow();
            pool.close();
        }
    }
}

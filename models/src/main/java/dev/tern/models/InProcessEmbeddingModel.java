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
 * A sentence encoder that ONNX Runtime runs in this process: vectors of unit length, no network, no key.
 *
 * <p>Texts are run one by one on as many threads as there are cores, each on one thread from end to end: that is a
 * quarter faster than one text on several threads. Batches of texts of one length would be half as fast again, and are out of the question: a
 * quantised model scales its numbers by the largest of a batch, so a text's vector would depend on its neighbours.
 *
 * <p>The vectors of the texts that it was given last are remembered: a server is asked of the same sentences again. Adding many documents makes it forget them.
 * The tokens that it reports are those of the texts that it read.
 *
 * <p>Loaded at the first use. Of a text only as many word pieces count as the network reads.
 */
final class InProcessEmbeddingModel implements CloseableEmbeddingModel {
    private final SentenceEncoder description;
    private final int threads;
    private final RecentVectors recent;
    /** Embedding holds it for reading: native memory must not go while a call is in it. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private volatile @Nullable InProcessEncoder encoder;
    private boolean closed;

    /**
     * A model that is not loaded yet.
     *
     * @param threads how many texts are embedded at once
     * @param rememberedBytes how much memory the vectors that are remembered may take up; 0 for none
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

    /** Exact: the model's own word pieces. The first count loads the model. */
    @Override
    public TokenCounter tokenCounter() {
        return text -> whileOpen(loaded -> loaded.count(text));
    }

    @Override
    public int maxTokens() {
        return whileOpen(loaded -> description.window() - loaded.marks());
    }

    private <T> T whileOpen(Function<InProcessEncoder, T> use) {
        InProcessEncoder loaded = loaded();
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
        return description.dimension() == 0 ? whileOpen(InProcessEncoder::dimension) : description.dimension();
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

    private InProcessEncoder loaded() {
        InProcessEncoder current = encoder;
        if (current != null) {
            return current;
        }
        lock.writeLock().lock();
        try {
            requireOpen();
            if (encoder == null) {
                encoder = checked(InProcessEncoder.load(description));
            }
            return encoder;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** What comes in a jar is known; what is in a folder is not what was said in every case. */
    private InProcessEncoder checked(InProcessEncoder loaded) {
        if (description instanceof ReadyEncoder) {
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

    private EmbeddingResponse embed(DistinctTexts texts, InProcessEncoder loaded) {
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

    private AtomicReferenceArray<Response<Embedding>> embed(List<String> distinct, InProcessEncoder loaded) {
        AtomicReferenceArray<Response<Embedding>> answers = new AtomicReferenceArray<>(distinct.size());
        // The longest first: no thread has a long one left when the others have ended, and texts of about one
        // length follow one another, which the runtime's memory is laid out for.
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
            // After a failure the others stop at their next text; the caller must not leave before them.
            pool.shutdownNow();
            pool.close();
        }
    }
}

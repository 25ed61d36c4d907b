package dev.tern.testing;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.graph.EntityName;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * A deterministic embedding model: each word has a pseudorandom direction, and a text is the sum of
 * its words. Texts that share words are near to each other; case, punctuation and the order of
 * words do not count.
 *
 * <p>Records its requests, and fails at one call if told to. Thread-safe.
 */
public final class HashingEmbeddingModel implements EmbeddingModel {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}\\p{M}]+");

    private final int dimension;
    private final List<List<String>> batches = new ArrayList<>();
    private String name;
    private int failingCall;

    /** Creates a model with a number of dimensions. */
    public HashingEmbeddingModel(int dimension) {
        this.dimension = dimension;
        this.name = "hashing-" + dimension;
    }

    /** Sets another name than {@code hashing-<dimension>}. */
    public synchronized HashingEmbeddingModel named(String newName) {
        name = newName;
        return this;
    }

    /** Makes the call of this number, from 1, fail once; 0 for none. */
    public synchronized HashingEmbeddingModel failingAtCall(int call) {
        failingCall = call;
        return this;
    }

    @Override
    public synchronized Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        batches.add(segments.stream().map(TextSegment::text).toList());
        if (batches.size() == failingCall) {
            throw new IllegalStateException("call " + failingCall + " was told to fail");
        }
        return Response.from(segments.stream()
                .map(segment -> Embedding.from(vector(segment.text())))
                .toList());
    }

    /** Returns the unit vector of a text. */
    public float[] vector(String text) {
        float[] vector = new float[dimension];
        // A little of everything, so that a text without a word has a direction too.
        add(vector, new SplittableRandom(1), 0.01);
        WORD.matcher(EntityName.normalise(text))
                .results()
                .forEach(word -> add(vector, new SplittableRandom(seed(word.group())), 1));
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        for (int i = 0; i < dimension; i++) {
            vector[i] = (float) (vector[i] / Math.sqrt(sum));
        }
        return vector;
    }

    private static void add(float[] vector, SplittableRandom random, double weight) {
        for (int i = 0; i < vector.length; i++) {
            vector[i] += (float) (weight * random.nextDouble(-1, 1));
        }
    }

    private static long seed(String word) {
        return word.chars().asLongStream().reduce(17, (hash, c) -> 1_000_003 * hash + c);
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public synchronized String modelName() {
        return name;
    }

    /** Returns the number of calls. */
    public synchronized int calls() {
        return batches.size();
    }

    /** Returns the number of texts, counting repeated ones again. */
    public synchronized int texts() {
        return batches.stream().mapToInt(List::size).sum();
    }

    /** Returns the texts of every call, in order. */
    public synchronized List<List<String>> batches() {
        return List.copyOf(batches);
    }

    /** Clears the recorded calls. */
    public synchronized void forget() {
        batches.clear();
    }
}

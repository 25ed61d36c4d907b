package dev.tern.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A random sample of limited size from a stream: the elements whose ids have the smallest hashes,
 * so that the same seed selects the same elements in any order.
 */
final class HashSample<T> {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final int limit;
    private final long seed;
    private final PriorityQueue<SampledElement<T>> smallest = new PriorityQueue<>(
            Comparator.<SampledElement<T>>comparingLong(SampledElement::hash).reversed());

    private record SampledElement<T>(long hash, T value) {}

    HashSample(int limit, long seed) {
        this.limit = limit;
        this.seed = seed;
    }

    /** Offers an element. The same id must not be offered twice. */
    void offer(String id, T value) {
        long hash = hash(id, seed);
        if (smallest.size() < limit) {
            smallest.add(new SampledElement<>(hash, value));
        } else if (hash < smallest.element().hash) {
            smallest.remove();
            smallest.add(new SampledElement<>(hash, value));
        }
    }

    /** Returns the sample in the order of the hashes, which is random but reproducible. */
    List<T> values() {
        List<SampledElement<T>> ordered = new ArrayList<>(smallest);
        ordered.sort(Comparator.comparingLong(SampledElement::hash));
        return ordered.stream().map(SampledElement::value).toList();
    }

    /** Returns a pseudo-random number that depends on id and seed alone. */
    static long hash(String id, long seed) {
        long hash = mixed(seed + STEP);
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * STEP;
            hash ^= hash >>> 29;
        }
        return mixed(hash);
    }

    /** Applies the finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
    private static long mixed(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}

package dev.tern.eval;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The arithmetic of the evaluation, as plain functions. */
final class Measures {
    private Measures() {}

    /**
     * The share of gold documents among the first ones returned.
     *
     * @param gold never empty
     * @param returned distinct ids, best first
     * @return 0 to 1
     */
    static double recall(Set<String> gold, List<String> returned, int cutoff) {
        long found = returned.stream().limit(cutoff).filter(gold::contains).count();
        return (double) found / gold.size();
    }

    /** The mean over things; 0 of none. */
    static <T> double mean(Collection<T> things, ToDoubleFunction<T> figure) {
        return things.stream().mapToDouble(figure).average().orElse(0);
    }

    /**
     * The percentile by nearest rank: the smallest of the values that at least {@code percent} of them do not exceed. It
     * is always one of the values; 0 of none.
     *
     * @param percent above 0, at most 100
     */
    static double percentile(Collection<Double> values, double percent) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        if (sorted.length == 0) {
            return 0;
        }
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(rank, 1) - 1];
    }
}

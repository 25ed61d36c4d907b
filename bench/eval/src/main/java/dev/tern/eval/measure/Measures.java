package dev.tern.eval.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Measures of rankings, as pure functions. A document is gold or not, and is ranked once. */
public final class Measures {
    private Measures() {}

    /**
     * Returns the share of gold documents that are among the first returned ones.
     *
     * @param gold the ids of the gold documents; never empty
     * @param returned distinct ids, best first
     * @param cutoff the number of first documents that count
     * @return 0 to 1
     */
    public static double recall(Set<String> gold, List<String> returned, int cutoff) {
        long found = returned.stream().limit(cutoff).filter(gold::contains).count();
        return (double) found / gold.size();
    }

    /**
     * Returns the reciprocal rank of the first gold document; 0 if there is none.
     *
     * @param returned distinct ids, best first
     * @return 0 to 1
     */
    public static double reciprocalRank(Set<String> gold, List<String> returned) {
        for (int i = 0; i < returned.size(); i++) {
            if (gold.contains(returned.get(i))) {
                return 1.0 / (i + 1);
            }
        }
        return 0;
    }

    /**
     * Returns the discounted cumulative gain relative to the ideal order: a gold document at rank
     * i, from 1, gains 1 / log2(i + 1). (Järvelin and Kekäläinen, "Cumulated gain-based evaluation
     * of IR techniques", ACM TOIS 20, 2002.)
     *
     * @param gold the ids of the gold documents; never empty
     * @param returned distinct ids, best first
     * @return 0 to 1
     */
    public static double normalisedGain(Set<String> gold, List<String> returned, int cutoff) {
        double gain = 0;
        for (int i = 0; i < Math.min(cutoff, returned.size()); i++) {
            gain += gold.contains(returned.get(i)) ? discount(i) : 0;
        }
        double best = 0;
        for (int i = 0; i < Math.min(cutoff, gold.size()); i++) {
            best += discount(i);
        }
        return gain / best;
    }

    private static double discount(int index) {
        return Math.log(2) / Math.log(index + 2);
    }

    /** Returns the mean of a figure over elements; 0 if there are none. */
    public static <T> double mean(Collection<T> things, ToDoubleFunction<T> figure) {
        return things.stream().mapToDouble(figure).average().orElse(0);
    }

    /**
     * Returns the percentile by nearest rank: the smallest value that at least {@code percent} of
     * the values do not exceed; 0 if there are none.
     *
     * @param percent above 0, at most 100
     */
    public static double percentile(Collection<Double> values, double percent) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        if (sorted.length == 0) {
            return 0;
        }
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(rank, 1) - 1];
    }
}

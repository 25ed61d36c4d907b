package dev.tern.eval.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Computes bootstrap intervals of means by resampling questions. The mean over several sets is the
 * mean of their means; questions are drawn with replacement within their sets. (Efron, "Bootstrap
 * methods: another look at the jackknife", Annals of Statistics 7, 1979; the percentile interval.)
 *
 * <p>The same seed, number of draws and sizes of sets give the same draws, so that intervals are
 * reproducible. Immutable.
 */
public final class Resampling {
    /** The seed used by default. */
    public static final long DEFAULT_SEED = 20_240_607;

    /** The default number of draws. */
    public static final int DEFAULT_DRAWS = 2_000;

    private static final double LOWER = 0.025;
    private static final double UPPER = 0.975;

    private final long seed;
    private final int draws;

    /**
     * Creates a resampling with a seed.
     *
     * @param draws the number of draws, at least 1
     */
    public Resampling(long seed, int draws) {
        this.seed = seed;
        this.draws = draws;
    }

    /**
     * Returns the mean of values with its 95 % bootstrap interval.
     *
     * @param sets for each set a value for every question; at least one set, and none empty
     */
    public Interval mean(List<double[]> sets) {
        double[] means = new double[draws];
        for (int set = 0; set < sets.size(); set++) {
            double[] values = sets.get(set);
            SplittableRandom random = new SplittableRandom(seed + set);
            for (int draw = 0; draw < draws; draw++) {
                double sum = 0;
                for (int i = 0; i < values.length; i++) {
                    sum += values[random.nextInt(values.length)];
                }
                means[draw] += sum / values.length / sets.size();
            }
        }
        Arrays.sort(means);
        return new Interval(meanOf(sets), means[rank(LOWER)], means[rank(UPPER)]);
    }

    private int rank(double share) {
        return Math.min(draws - 1, (int) Math.floor(share * draws));
    }

    private static double meanOf(List<double[]> sets) {
        return sets.stream()
                .mapToDouble(values -> Arrays.stream(values).average().orElse(0))
                .average()
                .orElse(0);
    }

    /**
     * Returns the difference of two methods, the first minus the second, on the same questions.
     *
     * @param one for each set the values of the first method, by question
     * @param other the values of the second method, in the same order
     */
    public Difference paired(List<double[]> one, List<double[]> other) {
        List<double[]> differences = new ArrayList<>();
        for (int set = 0; set < one.size(); set++) {
            double[] difference = one.get(set).clone();
            for (int i = 0; i < difference.length; i++) {
                difference[i] -= other.get(set)[i];
            }
            differences.add(difference);
        }
        return new Difference(mean(differences), chance(differences));
    }

    /**
     * Returns the p-value. Each draw swaps the methods at random for each question; the p-value is
     * the share of draws with at least as large a difference, the observed one included.
     */
    private double chance(List<double[]> differences) {
        double seen = Math.abs(meanOf(differences));
        SplittableRandom random = new SplittableRandom(~seed);
        int asFar = 0;
        for (int draw = 0; draw < draws; draw++) {
            double mean = 0;
            for (double[] values : differences) {
                double sum = 0;
                for (double value : values) {
                    sum += random.nextBoolean() ? value : -value;
                }
                mean += sum / values.length / differences.size();
            }
            // Tolerates rounding in the comparison.
            asFar += Math.abs(mean) >= seen - 1e-12 ? 1 : 0;
        }
        return (asFar + 1.0) / (draws + 1.0);
    }
}

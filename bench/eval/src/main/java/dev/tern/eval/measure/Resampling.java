package dev.tern.eval.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Says how sure a mean is by drawing the questions again. A mean over several sets is the mean of the sets' means, each set
 * counting the same; questions are drawn within their sets, with replacement. (Efron, "Bootstrap methods: another look at the
 * jackknife", Annals of Statistics 7, 1979; the percentile interval.)
 *
 * <p>The same seed and the same sizes give the same draws, so that intervals can be repeated and differences are paired.
 * Immutable.
 */
public final class Resampling {
    /** The seed, unless another is given. */
    public static final long DEFAULT_SEED = 20_240_607;

    /** How often the questions are drawn by default. */
    public static final int DEFAULT_DRAWS = 2_000;

    private static final double LOWER = 0.025;
    private static final double UPPER = 0.975;

    private final long seed;
    private final int draws;

    /**
     * Resampling with a fixed seed, so that intervals can be computed again.
     *
     * @param draws how many, at least 1
     */
    public Resampling(long seed, int draws) {
        this.seed = seed;
        this.draws = draws;
    }

    /**
     * The mean of values with its bootstrap interval.
     *
     * @param sets for each set a value for every question; neither is ever empty
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
     * The difference of two methods on the same questions.
     *
     * @param one for each set the values of the one method, by question
     * @param other those of the other, in the same order
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

    /** The share of the draws in which swapping the methods at random, question by question, does as much. */
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
            // What is equal but for rounding counts as equal.
            asFar += Math.abs(mean) >= seen - 1e-12 ? 1 : 0;
        }
        return (asFar + 1.0) / (draws + 1.0);
    }
}

package dev.tern.query.rank;

import java.util.Arrays;

/**
 * The standard score of values among others: the distance from the mean in standard deviations.
 * Shifting or scaling all values, as another embedding model does, does not change it.
 */
record StandardScore(double mean, double deviation) {
    private static final double MIN_DEVIATION = 1e-9;

    /** Returns the mean and the standard deviation of all compared values. */
    static StandardScore among(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        double variance = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(0);
        return new StandardScore(mean, Math.sqrt(variance));
    }

    /** Returns the standard score of a value; 0 if the values do not differ. */
    double of(double value) {
        return deviation < MIN_DEVIATION ? 0 : (value - mean) / deviation;
    }
}

package dev.tern.query.rank;

import java.util.Collection;

/**
 * Where values stand among others of their kind: the standard score, the distance from the mean in standard deviations. It
 * stays the same when all values are shifted or stretched, so cosines of one embedding model mean what those of another do.
 */
record StandardScore(double mean, double deviation) {
    private static final double SMALLEST_DEVIATION = 1e-9;

    /** The mean and the standard deviation of some values, which are all of those that are compared. */
    static StandardScore among(Collection<Double> values) {
        double mean = values.stream().mapToDouble(value -> value).average().orElse(0);
        double variance = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .average()
                .orElse(0);
        return new StandardScore(mean, Math.sqrt(variance));
    }

    /** The standard score of a value; 0 where the values do not differ. */
    double of(double value) {
        return deviation < SMALLEST_DEVIATION ? 0 : (value - mean) / deviation;
    }
}

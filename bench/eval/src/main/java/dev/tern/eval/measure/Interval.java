package dev.tern.eval.measure;

/**
 * A mean with its 95 % interval.
 *
 * @param value the mean
 * @param low the lower bound
 * @param high the upper bound
 */
public record Interval(double value, double low, double high) {}

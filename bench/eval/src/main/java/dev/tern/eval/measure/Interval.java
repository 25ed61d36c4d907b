package dev.tern.eval.measure;

/**
 * A mean and how sure it is.
 *
 * @param value the mean
 * @param low where its 95 % interval begins
 * @param high where its 95 % interval ends
 */
public record Interval(double value, double low, double high) {}

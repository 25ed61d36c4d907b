package dev.tern.eval.measure;

/**
 * The difference of two methods on the same questions.
 *
 * @param difference the difference of the means, with its 95 % interval
 * @param chance the p-value: the estimated probability of a difference at least as large, in either
 *     direction, if the methods were equal (paired permutation test)
 */
public record Difference(Interval difference, double chance) {}

package dev.tern.eval.measure;

/**
 * How far apart two methods are on the same questions.
 *
 * @param difference the mean of the one less the mean of the other, with its 95 % interval
 * @param chance the probability of a difference at least as large, in either direction, if the two were equally good (paired
 *     permutation test)
 */
public record Difference(Interval difference, double chance) {}

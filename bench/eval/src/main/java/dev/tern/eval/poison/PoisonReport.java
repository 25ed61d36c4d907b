package dev.tern.eval.poison;

import dev.tern.eval.measure.Difference;
import dev.tern.eval.measure.Interval;
import java.util.List;
import java.util.Map;

/**
 * How far forward poison comes.
 *
 * @param dataset the question set
 * @param documents how many documents it has
 * @param questions against how many of its questions something was written
 * @param poison how many passages that were, all in all
 * @param seed what they were drawn by
 * @param firsts among how many first passages they were looked for
 * @param clean by mode, the recall of gold documents among these before anything was written, in percent
 * @param cells the figures
 * @param easier by attack, how many more of {@value Poison#PASSAGES} passages are among the first in local mode than in naive mode;
 *     empty unless both were measured
 * @param millis how long the asking took
 */
public record PoisonReport(
        String dataset,
        long documents,
        int questions,
        int poison,
        long seed,
        int firsts,
        Map<String, Interval> clean,
        List<Cell> cells,
        Map<String, Easier> easier,
        double millis) {
    /**
     * What an attack comes to.
     *
     * @param method the mode
     * @param attack how the passages were written
     * @param passages how many against each question
     * @param defence what was done against them
     * @param reached the share of questions with at least one of them among the first, in percent
     * @param places how many of the first they are, on average
     * @param weight the share of the first places that they have, a place i weighing 1 / log2(i + 1), in percent
     * @param recall the recall of gold documents among the first, in percent
     */
    public record Cell(
            String method,
            Attack attack,
            int passages,
            Defence defence,
            Interval reached,
            Interval places,
            Interval weight,
            Interval recall) {}

    /**
     * How many more places poison has in local mode than in naive mode.
     *
     * @param difference the mean
     * @param places by question
     */
    public record Easier(Difference difference, List<Double> places) {}
}

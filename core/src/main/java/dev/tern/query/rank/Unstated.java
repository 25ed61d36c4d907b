package dev.tern.query.rank;

import dev.tern.graph.Passage;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The mass of a passage without statements. Where nearly all passages have some, a mass of 0 is right: the passage is about
 * nothing in the graph. Where many have none, because statements were made of some documents only, its mass is unknown, and 0 would
 * rank it behind all others whatever vectors and words say. So from a third of the
 * ranked passages on, and in full from one half, such a passage has at least the mass that nine of ten of the others stay below:
 * with u from 0 to 1 the least mass is m^u ε^(1 - u).
 */
final class Unstated {
    private static final double FEW = 1.0 / 3;
    private static final double MANY = 0.5;
    private static final double QUANTILE = 0.9;

    private Unstated() {}

    /**
     * The least mass of a passage that states nothing.
     *
     * @param ranked all passages that are compared
     * @param mass what the walk brought each of them
     */
    static double leastMass(Collection<Passage> ranked, ToDoubleFunction<Passage> mass) {
        List<Double> stated = ranked.stream()
                .filter(passage -> !passage.statements().isEmpty())
                .map(mass::applyAsDouble)
                .sorted()
                .toList();
        double share = (double) (ranked.size() - stated.size()) / Math.max(1, ranked.size());
        if (stated.isEmpty() || share <= FEW) {
            return 0;
        }
        double unknown = Math.min(1, (share - FEW) / (MANY - FEW));
        double high = stated.get((int) (QUANTILE * stated.size()));
        return Math.pow(high + PassageScores.EPSILON, unknown) * Math.pow(PassageScores.EPSILON, 1 - unknown)
                - PassageScores.EPSILON;
    }
}

package dev.tern.query.rank;

import dev.tern.graph.Passage;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Computes the minimum mass of passages without statements. If few passages have none, a mass of 0
 * is right: they are about nothing in the graph. If many have none, because only some documents
 * were extracted, their mass is unknown, and 0 would rank them last, despite their vectors and
 * words. So their mass is at least m^u ε^(1 - u): m is exceeded by a tenth of the other passages,
 * and u grows from 0, if a third of the ranked passages have no statements, to 1, if half have
 * none.
 */
final class Unstated {
    private static final double FEW = 1.0 / 3;
    private static final double MANY = 0.5;
    private static final double QUANTILE = 0.9;

    private Unstated() {}

    /**
     * Returns the minimum mass of a passage without statements.
     *
     * @param ranked all passages that are compared
     * @param mass returns the mass of each in the walk
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

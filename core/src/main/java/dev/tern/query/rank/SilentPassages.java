package dev.tern.query.rank;

import dev.tern.graph.Passage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes the minimum mass of passages without statements. If few passages have none, a mass of 0
 * is right: they are about nothing in the graph. If many have none, because only some documents
 * were extracted, their mass is unknown, and 0 would rank them last, despite their vectors and
 * words. So their mass is at least (m + ε)^u ε^(1 - u) - ε, with ε 1e-5: m is exceeded by a tenth
 * of the other passages, and u grows from 0, if a third of the ranked passages have no statements,
 * to 1, if half have none.
 */
final class SilentPassages {
    private static final double SHARE_FROM = 1.0 / 3;
    private static final double SHARE_IN_FULL = 0.5;
    private static final double QUANTILE = 0.9;

    private SilentPassages() {}

    /**
     * Returns the minimum mass of a passage without statements.
     *
     * @param ranked all passages that are compared
     * @param masses the mass of each in the walk
     */
    static double minMass(List<Passage> ranked, double[] masses) {
        double[] stated = IntStream.range(0, masses.length)
                .filter(place -> !ranked.get(place).statements().isEmpty())
                .mapToDouble(place -> masses[place])
                .toArray();
        double share = (double) (masses.length - stated.length) / Math.max(1, masses.length);
        if (stated.length == 0 || share <= SHARE_FROM) {
            return 0;
        }
        Arrays.sort(stated);
        double unknown = Math.min(1, (share - SHARE_FROM) / (SHARE_IN_FULL - SHARE_FROM));
        double high = stated[(int) (QUANTILE * stated.length)];
        return Math.pow(high + PassageScores.EPSILON, unknown) * Math.pow(PassageScores.EPSILON, 1 - unknown)
                - PassageScores.EPSILON;
    }
}

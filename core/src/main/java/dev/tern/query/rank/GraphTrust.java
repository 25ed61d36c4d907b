package dev.tern.query.rank;

import java.util.Arrays;

/**
 * Estimates the confidence, from 0 to 1, that the graph helps with a question. If the question's
 * names lead to few passages, the walk's mass concentrates on them; if they occur in hundreds of
 * passages ("Charles" in a novel), it is spread evenly and is weak evidence. With m₁ the greatest
 * mass of a passage and m₁₀ the tenth greatest, both plus 2e-6, the confidence is
 *
 * <pre>  1 / (1 + exp(6.2 - 1.75 ln(m₁ / m₁₀)))</pre>
 *
 * <p>which is 1/2 at a ratio of 35. With fewer than ten passages it is 1/2 too.
 */
final class GraphTrust {
    private static final int COMPARED_WITH = 10;
    private static final double MIN_MASS = 2e-6;
    private static final double STEEPNESS = 1.75;
    private static final double MIDDLE = 6.2;

    private GraphTrust() {}

    /**
     * Returns the confidence, 0 to 1, from the masses of a walk.
     *
     * @param masses the masses of all ranked passages
     */
    static double of(double[] masses) {
        if (masses.length < COMPARED_WITH) {
            return 0.5;
        }
        double[] ascending = masses.clone();
        Arrays.sort(ascending);
        double greatest = ascending[masses.length - 1];
        double compared = ascending[masses.length - COMPARED_WITH];
        double peak = Math.log((greatest + MIN_MASS) / (compared + MIN_MASS));
        return 1 / (1 + Math.exp(MIDDLE - STEEPNESS * peak));
    }
}

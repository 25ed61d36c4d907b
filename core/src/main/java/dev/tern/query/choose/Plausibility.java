package dev.tern.query.choose;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tests whether a choice is plausible. Some replies only look like a choice: random numbers, or
 * always the last one. A model that reads the question mostly chooses passages with a good local
 * rank; a random choice follows the number of lines. With c(p) the chance of a passage by its local
 * score s(p), and l(p) its share of the lines,
 *
 * <pre>
 *   c(p) = 0.95 exp(s(p) / 1.5) / sum exp(s / 1.5)  +  0.05 / number of passages
 *   believed if  sum over the chosen p of  ln c(p) - ln l(p)  is above -1
 * </pre>
 *
 * <p>that is, unless a random choice is at least e times as likely. A choice among the first three
 * passages, which can do little harm, is always believed. {@code tern eval --scripted} measures the
 * gain of this test with a bad model.
 */
final class Plausibility {
    private static final double TEMPERATURE = 1.5;
    private static final double EVEN = 0.05;
    /** The evidence that a plausible choice exceeds. */
    private static final double MIN_EVIDENCE = -1;

    private static final int HARMLESS = 3;

    private final Map<Integer, Double> logChances = new HashMap<>();

    /**
     * The passage of a candidate.
     *
     * @param rank its rank, from 0
     * @param score its score, higher is better
     */
    record RankedPassage(int rank, double score) {}

    Plausibility(List<RankedPassage> shown) {
        Map<Integer, Double> weights = new HashMap<>();
        Map<Integer, Integer> lines = new HashMap<>();
        double best = shown.stream().mapToDouble(RankedPassage::score).max().orElse(0);
        for (RankedPassage place : shown) {
            weights.put(place.rank(), Math.exp((place.score() - best) / TEMPERATURE));
            lines.merge(place.rank(), 1, Integer::sum);
        }
        double sum = weights.values().stream().mapToDouble(weight -> weight).sum();
        weights.forEach((rank, weight) -> {
            double chance = (1 - EVEN) * weight / sum + EVEN / weights.size();
            double lot = lines.getOrDefault(rank, 1) / (double) shown.size();
            logChances.put(rank, Math.log(chance / lot));
        });
    }

    /** Returns true if a choice among the candidates is plausible; an empty one is. */
    boolean of(Collection<RankedPassage> chosen) {
        Set<Integer> ranks = chosen.stream().map(RankedPassage::rank).collect(Collectors.toSet());
        double evidence = ranks.stream()
                .mapToDouble(rank -> logChances.getOrDefault(rank, 0.0))
                .sum();
        return evidence > MIN_EVIDENCE || ranks.stream().allMatch(rank -> rank < HARMLESS);
    }
}

package dev.tern.query.collect;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.note.SourceRules;
import dev.tern.query.rank.Ranking;
import dev.tern.settings.SourcePattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Orders the passages of an answer by the rules about their sources, in every mode.
 *
 * <p><b>Trust</b> t moves the passage at rank p to rank p / t, after the passages there. <b>The
 * limit</b> then skips further passages of a publisher that has its maximum, so that fewer passages
 * may be returned.
 */
public final class SourceOrder {
    /** The factor by which more passages are ranked if some may be moved back. */
    private static final int WIDER = 4;

    private static final int MIN_PASSAGES_READ = 100;

    private final SourceRules rules;
    private final int passageCount;

    /**
     * Creates an order by some rules.
     *
     * @param wanted number of passages to collect
     */
    public SourceOrder(SourceRules rules, int wanted) {
        this.rules = rules;
        this.passageCount = wanted;
    }

    /** Returns the number of passages to rank, so that enough remain after the rules. */
    public int rankedCount() {
        return rules.changesOrder()
                ? Math.clamp((long) WIDER * passageCount, MIN_PASSAGES_READ, Integer.MAX_VALUE)
                : passageCount;
    }

    /**
     * Returns at most the wanted number of passages after trust and limits, best first. Scores are
     * lowered where needed, so that they never increase.
     *
     * @param remarks receives a sentence for each kind of change by the rules
     */
    public List<Scored<Passage>> select(List<Scored<Passage>> order, Consumer<String> remarks) {
        List<Scored<Passage>> trusted = trusted(order);
        Set<String> ids = trusted.stream()
                .limit(passageCount)
                .map(passage -> passage.value().id())
                .collect(Collectors.toSet());
        long back = order.stream()
                .limit(passageCount)
                .filter(passage -> !ids.contains(passage.value().id()))
                .count();
        if (back > 0) {
            remarks.accept("of the first " + passageCount + " passages " + back
                    + " were moved down because their sources are trusted less (trust)");
        }
        return falling(limited(trusted, remarks));
    }

    /** Returns the ranking with passages of less trusted sources moved back, scores unchanged. */
    public Ranking trusted(Ranking ranking) {
        return new Ranking(trusted(ranking.passages()), ranking.relations(), ranking.remarks());
    }

    private List<Scored<Passage>> trusted(List<Scored<Passage>> order) {
        if (!rules.changesOrder()) {
            return order;
        }
        record Placed(Scored<Passage> passage, double weight, double place) {}
        List<Placed> placed = new ArrayList<>(order.size());
        for (Scored<Passage> passage : order) {
            double weight = rules.weight(passage.value().source());
            placed.add(new Placed(passage, weight, (placed.size() + 1) / weight));
        }
        return placed.stream()
                .sorted(Comparator.comparingDouble(Placed::place)
                        .thenComparing(
                                Comparator.comparingDouble(Placed::weight).reversed()))
                .map(Placed::passage)
                .toList();
    }

    private List<Scored<Passage>> limited(List<Scored<Passage>> order, Consumer<String> remarks) {
        Map<String, Integer> taken = new HashMap<>();
        List<Scored<Passage>> first = new ArrayList<>();
        int left = 0;
        for (Scored<Passage> passage : order) {
            if (first.size() == passageCount) {
                break;
            }
            String source = passage.value().source();
            OptionalInt limit = rules.maxPassages(source);
            if (limit.isEmpty() || taken.merge(SourcePattern.publisher(source), 1, Integer::sum) <= limit.getAsInt()) {
                first.add(passage);
            } else {
                left++;
            }
        }
        if (left > 0) {
            remarks.accept(left + (left == 1 ? " passage was" : " passages were")
                    + " left out because their source reached its passage limit (trust)"
                    + (first.size() < passageCount ? "; no other passages were found in their place" : ""));
        }
        return first;
    }

    /** Lowers scores that exceed the score of the passage before. */
    private static List<Scored<Passage>> falling(List<Scored<Passage>> order) {
        List<Scored<Passage>> falling = new ArrayList<>(order.size());
        double before = Double.POSITIVE_INFINITY;
        for (Scored<Passage> passage : order) {
            before = Math.min(before, passage.score());
            falling.add(new Scored<>(passage.value(), before));
        }
        return falling;
    }
}

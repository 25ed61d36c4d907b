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
 * Puts the passages of an answer in the order that the rules about their sources ask for, in every mode alike.
 *
 * <p><b>Trust</b> t moves the passage at place p to place p / t, behind what stands there. <b>The limit</b> then goes through the
 * order and takes no more passages of one publisher than it allows. Places that no other publisher fills stay empty, and fewer
 * passages are returned.
 */
public final class SourceOrder {
    /** How many times as many passages are looked at as are wanted, where some may have to step back. */
    private static final int WIDER = 4;

    private static final int LEAST_LOOKED_AT = 100;

    private final SourceRules rules;
    private final int wanted;

    /**
     * The effect of some rules.
     *
     * @param wanted how many passages are to be collected
     */
    public SourceOrder(SourceRules rules, int wanted) {
        this.rules = rules;
        this.wanted = wanted;
    }

    /** The number of passages whose order should be known, so that enough are left. */
    public int lookedAt() {
        return rules.move() ? Math.max(LEAST_LOOKED_AT, WIDER * wanted) : wanted;
    }

    /**
     * The passages that are collected from an order.
     *
     * @param notes hears what the rules changed among the first, in words
     * @return the best first; a score is at most that of the passage before
     */
    public List<Scored<Passage>> first(List<Scored<Passage>> order, Consumer<String> notes) {
        List<Scored<Passage>> trusted = trusted(order);
        Set<String> ids = trusted.stream()
                .limit(wanted)
                .map(passage -> passage.value().id())
                .collect(Collectors.toSet());
        long back = order.stream()
                .limit(wanted)
                .filter(passage -> !ids.contains(passage.value().id()))
                .count();
        if (back > 0) {
            notes.accept("of the first " + wanted + " passages " + back
                    + " stepped back because their sources are trusted less (trust)");
        }
        return falling(limited(trusted, notes));
    }

    /** A ranking with its passages in the order by trust. */
    public Ranking trusted(Ranking ranking) {
        return new Ranking(trusted(ranking.passages()), ranking.relations(), ranking.notes());
    }

    private List<Scored<Passage>> trusted(List<Scored<Passage>> order) {
        if (!rules.move()) {
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

    private List<Scored<Passage>> limited(List<Scored<Passage>> order, Consumer<String> notes) {
        Map<String, Integer> taken = new HashMap<>();
        List<Scored<Passage>> first = new ArrayList<>();
        int left = 0;
        for (Scored<Passage> passage : order) {
            if (first.size() == wanted) {
                break;
            }
            String source = passage.value().source();
            OptionalInt limit = rules.places(source);
            if (limit.isEmpty() || taken.merge(SourcePattern.publisher(source), 1, Integer::sum) <= limit.getAsInt()) {
                first.add(passage);
            } else {
                left++;
            }
        }
        if (left > 0) {
            notes.accept(left + (left == 1 ? " passage was" : " passages were")
                    + " left out because their source has as many places as it may have (trust)"
                    + (first.size() < wanted ? "; nothing else was found for the places that are empty" : ""));
        }
        return first;
    }

    /** Scores say which comes first: none is left above that of the passage before it. */
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

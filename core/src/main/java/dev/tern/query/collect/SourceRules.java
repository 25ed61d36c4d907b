package dev.tern.query.collect;

import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.rank.Ranking;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.Trust;
import dev.tern.store.Quarantine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What the source of a passage does to its place, in every mode alike.
 *
 * <p><b>Trust</b> t moves the passage at place p to place p / t, behind what stands there; trust 0 hides it from the first
 * look-up on, so that its statements are no bridge either. One rule decides both, the one that says most about the source. <b>The limit</b> then goes through the order and takes no more
 * passages of one publisher than it allows. Places that no other publisher fills stay empty, and fewer passages are returned.
 */
public final class SourceRules {
    /** How many times as many passages are looked at as are wanted, where some may have to step back. */
    private static final int WIDER = 4;

    private static final int LEAST_LOOKED_AT = 100;

    private final Parameters parameters;
    private final List<Trust> rules;

    /** The rules of some parameters. */
    public SourceRules(Parameters parameters) {
        this.parameters = parameters;
        this.rules = List.copyOf(parameters.get(Parameter.TRUST));
    }

    /** A filter for everything but what is not trusted at all, by the rule that says most about it. */
    public Filter seen() {
        record Hidden(SourcePattern source, List<SourcePattern> except) {}
        List<Hidden> all = new ArrayList<>();
        // By each pattern that was gone through the part that hides its sources; none if they are to be seen.
        LinkedHashMap<SourcePattern, Optional<Hidden>> parts = new LinkedHashMap<>();
        for (Trust rule : rules.reversed()) {
            SourcePattern source = rule.source();
            Optional<Hidden> around = parts.sequencedEntrySet().reversed().stream()
                    .filter(part -> part.getKey().holds(source))
                    .findFirst()
                    .flatMap(Map.Entry::getValue);
            Optional<Hidden> part = around;
            if (rule.weight() == 0 && around.isEmpty()) {
                part = Optional.of(new Hidden(source, new ArrayList<>()));
                all.add(part.get());
            } else if (rule.weight() > 0 && around.isPresent()) {
                around.get().except().add(source);
                part = Optional.empty();
            }
            parts.put(source, part);
        }
        if (all.isEmpty()) {
            return Filter.everything();
        }
        List<Filter> hidden = new ArrayList<>();
        hidden.add(Quarantine.inside(all.stream()
                .filter(part -> part.except().isEmpty())
                .map(Hidden::source)
                .toList()));
        all.stream()
                .filter(part -> !part.except().isEmpty())
                .forEach(part -> hidden.add(
                        Quarantine.inside(List.of(part.source())).and(Filter.not(Quarantine.inside(part.except())))));
        return Filter.not(Filter.or(hidden.toArray(Filter[]::new)));
    }

    /** The number of passages whose order should be known, so that enough are left. */
    public int lookedAt() {
        int wanted = parameters.get(Parameter.FINAL_TOP_K);
        return moves() || parameters.find(Parameter.SOURCE_LIMIT).isPresent()
                ? Math.max(LEAST_LOOKED_AT, WIDER * wanted)
                : wanted;
    }

    private boolean moves() {
        return rules.stream().anyMatch(rule -> rule.weight() > 0 && rule.weight() < 1);
    }

    /**
     * The passages that are collected from an order.
     *
     * @param notes hears what the rules changed among the first, in words
     * @return the best first; a score is at most that of the passage before
     */
    public List<Scored<Passage>> first(List<Scored<Passage>> order, Consumer<String> notes) {
        int wanted = parameters.get(Parameter.FINAL_TOP_K);
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
        return falling(limited(trusted, wanted, notes));
    }

    /** A ranking with its passages in the order by trust. */
    public Ranking trusted(Ranking ranking) {
        return new Ranking(trusted(ranking.passages()), ranking.relations(), ranking.notes());
    }

    private List<Scored<Passage>> trusted(List<Scored<Passage>> order) {
        if (!moves()) {
            return order;
        }
        record Placed(Scored<Passage> passage, double weight, double place) {}
        List<Placed> placed = new ArrayList<>(order.size());
        for (Scored<Passage> passage : order) {
            double weight = weight(passage.value());
            placed.add(new Placed(passage, weight, (placed.size() + 1) / weight));
        }
        return placed.stream()
                .sorted(Comparator.comparingDouble(Placed::place)
                        .thenComparing(
                                Comparator.comparingDouble(Placed::weight).reversed()))
                .map(Placed::passage)
                .toList();
    }

    private double weight(Passage passage) {
        String source = passage.source();
        return rules.stream()
                .filter(rule -> rule.source().matches(source))
                .findFirst()
                .map(Trust::weight)
                .orElse(1.0);
    }

    private List<Scored<Passage>> limited(List<Scored<Passage>> order, int wanted, Consumer<String> notes) {
        int limit = parameters.find(Parameter.SOURCE_LIMIT).orElse(Integer.MAX_VALUE);
        Map<String, Integer> taken = new HashMap<>();
        List<Scored<Passage>> first = new ArrayList<>();
        int left = 0;
        for (Scored<Passage> passage : order) {
            if (first.size() == wanted) {
                break;
            }
            if (taken.merge(SourcePattern.publisher(passage.value().source()), 1, Integer::sum) <= limit) {
                first.add(passage);
            } else {
                left++;
            }
        }
        if (left > 0) {
            notes.accept(left + (left == 1 ? " passage was" : " passages were")
                    + " left out because their source has as many places as one may have (sourceLimit " + limit + ")"
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

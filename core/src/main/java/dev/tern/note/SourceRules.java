package dev.tern.note;

import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.SourceRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * One list of rules about sources. The most special rule that matches a source decides how far it is trusted, and so whether it
 * is hidden; the most special one with a limit how many passages it may fill. A source that no rule matches is trusted wholly.
 *
 * @param rules the most special first
 */
public record SourceRules(List<SourceRule> rules) {
    /** A list without any rule. */
    public static final SourceRules NONE = new SourceRules(List.of());

    /**
     * Puts the rules in order.
     *
     * @throws dev.tern.error.TernException the user's fault, if there are too many, or two about one pattern
     */
    public SourceRules {
        rules = SourceRule.inOrder(rules);
    }

    /**
     * These rules with others, each of which takes the place of the one about the same pattern.
     *
     * @throws dev.tern.error.TernException the user's fault, if there are too many together
     */
    public SourceRules with(Collection<SourceRule> others) {
        Map<SourcePattern, SourceRule> all = new LinkedHashMap<>();
        rules.forEach(rule -> all.put(rule.source(), rule));
        others.forEach(rule -> all.put(rule.source(), rule));
        return others.isEmpty() ? this : new SourceRules(List.copyOf(all.values()));
    }

    /** These rules without those that hide something. */
    public SourceRules hidingNothing() {
        return new SourceRules(rules.stream().filter(rule -> rule.weight() > 0).toList());
    }

    /** The patterns that are trusted by 0, as they are written, in alphabetical order. */
    public List<String> hidden() {
        return rules.stream()
                .filter(rule -> rule.weight() == 0)
                .map(rule -> rule.source().text())
                .sorted()
                .toList();
    }

    /** Tells whether some passages may have to make room for others. */
    public boolean move() {
        return rules.stream()
                .anyMatch(rule -> (rule.weight() > 0 && rule.weight() < 1)
                        || rule.places().isPresent());
    }

    /** How far a source is trusted. */
    public double weight(String source) {
        return deciding(source, rule -> true).map(SourceRule::weight).orElse(1.0);
    }

    /** The most passages of an answer from a source and its publisher; empty if there is no limit. */
    public OptionalInt places(String source) {
        return deciding(source, rule -> rule.places().isPresent())
                .map(SourceRule::places)
                .orElse(OptionalInt.empty());
    }

    private Optional<SourceRule> deciding(String source, Predicate<SourceRule> candidate) {
        return rules.stream()
                .filter(rule -> candidate.test(rule) && rule.source().matches(source))
                .findFirst();
    }

    /** A filter for everything but sources that are trusted by 0. */
    public Filter seen() {
        record Hidden(SourcePattern source, List<SourcePattern> except) {}
        List<Hidden> all = new ArrayList<>();
        // By each pattern that was gone through the part that hides its sources; none if they are to be seen.
        LinkedHashMap<SourcePattern, Optional<Hidden>> parts = new LinkedHashMap<>();
        for (SourceRule rule : rules.reversed()) {
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
        hidden.add(inside(all.stream()
                .filter(part -> part.except().isEmpty())
                .map(Hidden::source)
                .toList()));
        all.stream()
                .filter(part -> !part.except().isEmpty())
                .forEach(part -> hidden.add(inside(List.of(part.source())).and(Filter.not(inside(part.except())))));
        return Filter.not(Filter.or(hidden.toArray(Filter[]::new)));
    }

    /** A filter for passages of some sources. */
    private static Filter inside(Collection<SourcePattern> sources) {
        List<String> names = new ArrayList<>();
        List<Filter> inside = new ArrayList<>();
        for (SourcePattern source : sources) {
            if (source.isBeginning()) {
                inside.add(beginning(source.name()));
            } else {
                names.add(source.name());
            }
        }
        if (!names.isEmpty()) {
            inside.add(Filter.in(Passage.FILTERED_SOURCE, names));
        }
        return Filter.or(inside.toArray(Filter[]::new));
    }

    private static Filter beginning(String text) {
        Filter from = Filter.atLeast(Passage.FILTERED_SOURCE, text);
        String next = following(text);
        return next.isEmpty() ? from : from.and(Filter.less(Passage.FILTERED_SOURCE, next));
    }

    /** The first string, by code points, behind all that begin so; empty if there is none. */
    private static String following(String beginning) {
        String rest = beginning;
        while (!rest.isEmpty()) {
            int last = rest.codePointBefore(rest.length());
            rest = rest.substring(0, rest.length() - Character.charCount(last));
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return rest + Character.toString(next);
            }
        }
        return "";
    }
}

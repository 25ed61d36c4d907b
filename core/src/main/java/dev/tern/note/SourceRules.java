package dev.tern.note;

import dev.tern.graph.MetadataFilter;
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
 * A list of rules about sources. The most specific rule that matches a source decides the trust in
 * it; with trust 0 the source is hidden. The most specific matching rule with a limit decides the
 * maximum number of passages. A source that no rule matches has full trust.
 *
 * @param rules the most specific first
 */
public record SourceRules(List<SourceRule> rules) {
    /** A list without any rule. */
    public static final SourceRules NONE = new SourceRules(List.of());

    /**
     * Validates and sorts the rules.
     *
     * @throws dev.tern.error.TernException the user's fault, if there are too many rules, or two
     *     with the same pattern
     */
    public SourceRules {
        rules = SourceRule.inOrder(rules);
    }

    /**
     * Returns these rules with others, each replacing the rule with the same pattern.
     *
     * @throws dev.tern.error.TernException the user's fault, if there are too many rules together
     */
    public SourceRules with(Collection<SourceRule> others) {
        Map<SourcePattern, SourceRule> all = new LinkedHashMap<>();
        rules.forEach(rule -> all.put(rule.source(), rule));
        others.forEach(rule -> all.put(rule.source(), rule));
        return others.isEmpty() ? this : new SourceRules(List.copyOf(all.values()));
    }

    /** Returns these rules without rules that hide sources. */
    public SourceRules hidingNothing() {
        return new SourceRules(rules.stream().filter(rule -> rule.weight() > 0).toList());
    }

    /** Returns the patterns with trust 0, as written, in alphabetical order. */
    public List<String> hidden() {
        return rules.stream()
                .filter(rule -> rule.weight() == 0)
                .map(rule -> rule.source().text())
                .sorted()
                .toList();
    }

    /** Returns true if the rules may change the order of visible passages. */
    public boolean changesOrder() {
        return rules.stream()
                .anyMatch(rule -> (rule.weight() > 0 && rule.weight() < 1)
                        || rule.maxPassages().isPresent());
    }

    /** Returns the trust in a source, 0 to 1; 1 if no rule matches. */
    public double weight(String source) {
        return deciding(source, rule -> true).map(SourceRule::weight).orElse(1.0);
    }

    /** Returns the maximum number of passages in an answer from a source's publisher, if set. */
    public OptionalInt maxPassages(String source) {
        return deciding(source, rule -> rule.maxPassages().isPresent())
                .map(SourceRule::maxPassages)
                .orElse(OptionalInt.empty());
    }

    private Optional<SourceRule> deciding(String source, Predicate<SourceRule> candidate) {
        return rules.stream()
                .filter(rule -> candidate.test(rule) && rule.source().matches(source))
                .findFirst();
    }

    /** Returns a filter that excludes sources of trust 0. */
    public MetadataFilter visibleFilter() {
        record Hidden(SourcePattern source, List<SourcePattern> except) {}
        List<Hidden> all = new ArrayList<>();
        // The part of the filter that hides the sources of a pattern; empty if they are visible.
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
            return MetadataFilter.everything();
        }
        List<MetadataFilter> hidden = new ArrayList<>();
        hidden.add(inside(all.stream()
                .filter(part -> part.except().isEmpty())
                .map(Hidden::source)
                .toList()));
        all.stream()
                .filter(part -> !part.except().isEmpty())
                .forEach(part ->
                        hidden.add(inside(List.of(part.source())).and(MetadataFilter.not(inside(part.except())))));
        return MetadataFilter.not(MetadataFilter.or(hidden.toArray(MetadataFilter[]::new)));
    }

    private static MetadataFilter inside(Collection<SourcePattern> sources) {
        List<String> names = new ArrayList<>();
        List<MetadataFilter> inside = new ArrayList<>();
        for (SourcePattern source : sources) {
            if (source.isBeginning()) {
                inside.add(beginning(source.name()));
            } else {
                names.add(source.name());
            }
        }
        if (!names.isEmpty()) {
            inside.add(MetadataFilter.in(Passage.FILTERED_SOURCE, names));
        }
        return MetadataFilter.or(inside.toArray(MetadataFilter[]::new));
    }

    private static MetadataFilter beginning(String text) {
        MetadataFilter from = MetadataFilter.atLeast(Passage.FILTERED_SOURCE, text);
        String next = following(text);
        return next.isEmpty() ? from : from.and(MetadataFilter.less(Passage.FILTERED_SOURCE, next));
    }

    /** Returns the first string, by code points, after all with a prefix; empty if none is. */
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

package dev.tern.settings;

import dev.tern.error.TernException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A rule about sources: the trust in them, and the maximum number of passages from one publisher in
 * an answer. A passage at rank p of a source with trust t is ranked as if at p / t, so that the
 * effect does not depend on the scale of scores; with trust 0 the passage is excluded.
 *
 * @param source the pattern of the sources
 * @param weight the trust in the sources, 0 to 1
 * @param maxPassages maximum passages in an answer from one {@linkplain SourcePattern#publisher
 *     publisher}, 1 to {@value #MAX_PASSAGES}; if empty, the most specific other rule with a limit
 *     decides
 */
public record SourceRule(SourcePattern source, double weight, OptionalInt maxPassages) {
    /** The maximum number of rules of one list. */
    public static final int MAX_RULES = 1000;

    private static final int MAX_PASSAGES = 1000;

    /**
     * Validates the ranges of the values.
     *
     * @throws TernException the user's fault, if a number is out of its range
     */
    public SourceRule {
        new ValueRange("the trust of \"" + source + "\"", 0, 1).check(weight);
        if (maxPassages.isPresent()) {
            new ValueRange("the limit of \"" + source + "\"", 1, MAX_PASSAGES).check(maxPassages.getAsInt());
        }
    }

    /**
     * Parses a rule in the form {@code SOURCE=0.2} or {@code SOURCE=0.2:2}.
     *
     * @throws TernException the user's fault, if it is not a rule, or a number is out of range
     */
    public static SourceRule parse(String text) {
        int sign = text.lastIndexOf('=');
        if (sign < 0) {
            throw noRule(text);
        }
        return of(
                new SourcePattern(text.substring(0, sign).strip()),
                text.substring(sign + 1).strip());
    }

    /**
     * Parses the numbers of a rule about sources.
     *
     * @param numbers {@code WEIGHT} or {@code WEIGHT:PASSAGES}, as {@link #numbers} returns them
     * @throws TernException the user's fault, if the text is not of this form, or a number is out
     *     of its range
     */
    public static SourceRule of(SourcePattern source, String numbers) {
        String[] parts = numbers.split(":", -1);
        try {
            return new SourceRule(
                    source,
                    Double.parseDouble(parts[0]),
                    switch (parts.length) {
                        case 1 -> OptionalInt.empty();
                        case 2 -> OptionalInt.of(Integer.parseInt(parts[1]));
                        default -> throw noRule(source + "=" + numbers);
                    });
        } catch (NumberFormatException e) {
            throw noRule(source + "=" + numbers);
        }
    }

    private static TernException noRule(String text) {
        return TernException.user("\"" + text
                + "\" is not a rule of trust: SOURCE=WEIGHT or SOURCE=WEIGHT:PASSAGES, as in"
                + " https://example.org/*=0.2");
    }

    /**
     * Parses rules separated by commas. A source with a comma in its name has to be given as the
     * prefix before the comma and a {@code *}.
     *
     * @throws TernException the user's fault, if the text is empty, or a part is not a valid rule
     */
    public static List<SourceRule> parseAll(String text) {
        return Arrays.stream(text.split(",", -1)).map(SourceRule::parse).toList();
    }

    /**
     * Returns rules sorted, the most specific first: names before prefixes, longer prefixes before
     * shorter.
     *
     * @throws TernException the user's fault, if there are more than {@value #MAX_RULES} rules, or
     *     two with the same pattern
     */
    public static List<SourceRule> inOrder(Collection<SourceRule> rules) {
        if (rules.size() > MAX_RULES) {
            throw TernException.user("there are " + rules.size() + " rules of trust; the limit is " + MAX_RULES
                    + ": name several sources by a common prefix and a *");
        }
        Set<SourcePattern> seen = new HashSet<>();
        for (SourceRule rule : rules) {
            if (!seen.add(rule.source())) {
                throw TernException.user("there are two rules of trust about \"" + rule.source() + "\"");
            }
        }
        return rules.stream()
                .sorted(Comparator.comparing((SourceRule rule) -> rule.source().isBeginning())
                        .thenComparingInt(rule -> -rule.source().text().length())
                        .thenComparing(SourceRule::source))
                .toList();
    }

    /** Returns the weight and, if there is a limit, a colon and the number of passages. */
    public String numbers() {
        return ValueRange.plain(weight) + (maxPassages.isPresent() ? ":" + maxPassages.getAsInt() : "");
    }

    /** Returns the rule as text for {@link #parse}. */
    @Override
    public String toString() {
        return source + "=" + numbers();
    }
}

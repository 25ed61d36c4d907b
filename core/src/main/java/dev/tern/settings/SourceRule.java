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
 * A rule about sources: how far they are trusted, and how many of the passages of an answer one of them may fill. A passage at
 * place p of an order, whose source is trusted by t, comes as if it were at place p / t, so that the rule is the same whatever the
 * scores are worth; at 0 it is not there for any question.
 *
 * @param source which sources
 * @param weight how far they are trusted, 0 to 1
 * @param places the most passages of an answer from one {@linkplain SourcePattern#publisher publisher}, 1 to {@value
 *     #MAX_PLACES}; empty where a wider rule says so
 */
public record SourceRule(SourcePattern source, double weight, OptionalInt places) {
    /** The most rules of one list. */
    public static final int MAX_RULES = 1000;

    private static final int MAX_PLACES = 1000;

    /**
     * Checks that the numbers are in their ranges.
     *
     * @throws TernException the user's fault, if one is not
     */
    public SourceRule {
        new ValueRange("the trust of \"" + source + "\"", 0, 1).check(weight);
        if (places.isPresent()) {
            new ValueRange("the limit of \"" + source + "\"", 1, MAX_PLACES).check(places.getAsInt());
        }
    }

    /**
     * A rule as people write it, {@code SOURCE=0.2} or {@code SOURCE=0.2:2}.
     *
     * @throws TernException the user's fault, if it is no such thing
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
     * A rule about some sources.
     *
     * @param numbers as {@link #numbers} writes them
     * @throws TernException the user's fault, if they are no numbers, or not in their ranges
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
                + "\" is no rule of trust; one is SOURCE=WEIGHT or SOURCE=WEIGHT:PASSAGES, as in"
                + " https://example.org/*=0.2");
    }

    /**
     * Rules with commas between, as {@link #parse} reads each; a source whose name has a comma is named by what stands before it
     * and a {@code *}.
     *
     * @throws TernException the user's fault, if one is no rule
     */
    public static List<SourceRule> parseAll(String text) {
        return Arrays.stream(text.split(",", -1)).map(SourceRule::parse).toList();
    }

    /**
     * Rules, the most special first: a whole name before a beginning, a longer beginning before a shorter.
     *
     * @throws TernException the user's fault, if there are too many, or two about one pattern
     */
    public static List<SourceRule> inOrder(Collection<SourceRule> rules) {
        if (rules.size() > MAX_RULES) {
            throw TernException.user("there are " + rules.size() + " rules of trust; the limit is " + MAX_RULES
                    + ": name several sources by what they begin with, and a *");
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

    /** The weight, and behind a colon the limit if there is one. */
    public String numbers() {
        return ValueRange.plain(weight) + (places.isPresent() ? ":" + places.getAsInt() : "");
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return source + "=" + numbers();
    }
}

package dev.tern.settings;

import dev.tern.error.TernException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How far a source is trusted. A passage at place p of an order, whose source is trusted by t, comes as if it were at place
 * p / t, so that the rule is the same whatever the scores are worth; at 0 it is not there for any question.
 *
 * @param source which sources
 * @param weight how far, 0 to 1
 */
public record Trust(SourcePattern source, double weight) {
    /** The most rules of one list. */
    public static final int MAX_RULES = 1000;

    /**
     * Checks that the weight is in its range.
     *
     * @throws TernException the user's fault, if the weight is out of its range
     */
    public Trust {
        new ValueRange("the trust of \"" + source + "\"", 0, 1).check(weight);
    }

    /**
     * A rule as people write it, {@code SOURCE=0.2}.
     *
     * @throws TernException the user's fault, if it is no such thing
     */
    public static Trust parse(String text) {
        int sign = text.lastIndexOf('=');
        if (sign < 0) {
            throw noRule(text);
        }
        try {
            return new Trust(
                    new SourcePattern(text.substring(0, sign).strip()),
                    Double.parseDouble(text.substring(sign + 1).strip()));
        } catch (NumberFormatException e) {
            throw noRule(text);
        }
    }

    private static TernException noRule(String text) {
        return TernException.user(
                "\"" + text + "\" is no rule of trust; one is SOURCE=WEIGHT, as in https://example.org/*=0.2");
    }

    /**
     * Rules with commas between, as {@link #parse} reads each; a source whose name has a comma is named by what stands before it
     * and a {@code *}.
     *
     * @throws TernException the user's fault, if one is no rule
     */
    public static List<Trust> parseAll(String text) {
        return Arrays.stream(text.split(",", -1)).map(Trust::parse).toList();
    }

    /**
     * Rules, the one that says most about a source first: a whole name before a beginning, a longer beginning before a
     * shorter.
     *
     * @throws TernException the user's fault, if there are too many, or two about one pattern
     */
    static List<Trust> inOrder(Collection<Trust> rules) {
        if (rules.size() > MAX_RULES) {
            throw TernException.user("there are " + rules.size() + " rules of trust; the limit is " + MAX_RULES);
        }
        Set<SourcePattern> seen = new HashSet<>();
        for (Trust rule : rules) {
            if (!seen.add(rule.source())) {
                throw TernException.user("there are two rules of trust about \"" + rule.source() + "\"");
            }
        }
        return rules.stream()
                .sorted(Comparator.comparing((Trust rule) -> rule.source().isBeginning())
                        .thenComparingInt(rule -> -rule.source().text().length())
                        .thenComparing(Trust::source))
                .toList();
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return source + "=" + weight;
    }
}

package dev.tern.models.money;

import dev.tern.error.TernException;
import java.math.BigDecimal;

/**
 * What a model costs, in units of any one currency. Immutable.
 *
 * @param inputPerMillion what a million tokens sent cost, 0 to 1,000,000
 * @param outputPerMillion what a million tokens received cost, 0 to 1,000,000; of no account for embedding models
 */
public record Price(BigDecimal inputPerMillion, BigDecimal outputPerMillion) {
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

    /** For models that cost nothing, such as those on this machine. */
    public static final Price FREE = new Price(BigDecimal.ZERO, BigDecimal.ZERO);

    /** Checks that the values are in their ranges. */
    public Price {
        check("the price of a million input tokens", inputPerMillion);
        check("the price of a million output tokens", outputPerMillion);
    }

    /**
     * Prices as they are written: {@code "2.50", "10"}.
     *
     * @throws TernException if one is not a plain number or out of its range
     */
    public static Price of(String inputPerMillion, String outputPerMillion) {
        return new Price(
                Money.number("the price of a million input tokens", inputPerMillion),
                Money.number("the price of a million output tokens", outputPerMillion));
    }

    /**
     * What a call costs: input and output each rounded up to a billionth, so that many calls never cost more than they
     * were said to.
     *
     * @param inputTokens at least 0
     * @param outputTokens at least 0
     */
    public Money cost(long inputTokens, long outputTokens) {
        return Money.ofTokens(inputTokens, inputPerMillion).plus(Money.ofTokens(outputTokens, outputPerMillion));
    }

    private static void check(String what, BigDecimal value) {
        if (value.signum() < 0 || value.compareTo(MOST) > 0) {
            throw TernException.user(what + " is " + value.toPlainString() + " and must be from 0 to 1000000");
        }
    }
}

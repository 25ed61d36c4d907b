package dev.tern.models.money;

import dev.tern.error.TernException;
import java.math.BigDecimal;

/**
 * The price of a model, in units of any one currency. Immutable.
 *
 * @param inputPerMillion the price of a million tokens sent, 0 to 1,000,000
 * @param outputPerMillion the price of a million tokens received, 0 to 1,000,000; ignored for
 *     embedding models
 */
public record Price(BigDecimal inputPerMillion, BigDecimal outputPerMillion) {
    private static final BigDecimal MAX_AMOUNT = BigDecimal.valueOf(1_000_000);

    /** The price of free models, such as local ones. */
    public static final Price FREE = new Price(BigDecimal.ZERO, BigDecimal.ZERO);

    public Price {
        check("the price of a million input tokens", inputPerMillion);
        check("the price of a million output tokens", outputPerMillion);
    }

    /**
     * Parses prices such as {@code "2.50"} and {@code "10"}.
     *
     * @throws TernException if a text is not a plain decimal number, or a price is out of its range
     */
    public static Price of(String inputPerMillion, String outputPerMillion) {
        return new Price(
                Money.number("the price of a million input tokens", inputPerMillion),
                Money.number("the price of a million output tokens", outputPerMillion));
    }

    /**
     * Returns the cost of a call. Input and output are each rounded up to a billionth, so that the
     * sum of many calls is never too low.
     *
     * @param inputTokens the tokens sent, at least 0
     * @param outputTokens the tokens received, at least 0
     */
    public Money cost(long inputTokens, long outputTokens) {
        return Money.ofTokens(inputTokens, inputPerMillion).plus(Money.ofTokens(outputTokens, outputPerMillion));
    }

    private static void check(String noun, BigDecimal value) {
        if (value.signum() < 0 || value.compareTo(MAX_AMOUNT) > 0) {
            throw TernException.user(noun + " is " + value.toPlainString() + " and must be from 0 to 1000000");
        }
    }
}

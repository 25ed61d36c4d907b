package dev.tern.models.money;

import dev.tern.error.TernException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An amount of money, in billionths of the currency in which model prices are configured. Sums are
 * exact. Immutable.
 *
 * @param nanos billionths of one unit; at most about 9.2 billion units; may be negative
 */
public record Money(long nanos) implements Comparable<Money> {
    /** An amount of zero. */
    public static final Money ZERO = new Money(0);

    private static final int DIGITS = 9;

    /**
     * Creates an amount from a number of units of the currency.
     *
     * @throws TernException if the number is no multiple of a billionth, or is out of range
     */
    public static Money of(BigDecimal amount) {
        try {
            return new Money(amount.movePointRight(DIGITS).longValueExact());
        } catch (ArithmeticException e) {
            throw TernException.user(
                    "the amount " + amount.toPlainString()
                            + " is too large or too fine: at most 9 digits before the point and 9 after it",
                    e);
        }
    }

    /**
     * Parses an amount such as {@code 2.50}; white space around it is ignored.
     *
     * @throws TernException if the text is not a plain decimal number of at most 40 characters, no
     *     multiple of a billionth, or out of range
     */
    public static Money of(String amount) {
        return of(number("the amount", amount));
    }

    /**
     * Parses a plain decimal number of at most 40 characters, white space around it ignored.
     *
     * @throws TernException if the text is anything else; its message begins with {@code noun}
     */
    static BigDecimal number(String noun, String text) {
        String digits = text.strip();
        if (digits.length() > 40 || !digits.matches("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)")) {
            String shown = digits.length() > 40 ? digits.substring(0, 40) + "..." : digits;
            throw TernException.user(noun + " \"" + shown + "\" is not a plain number such as 2.50");
        }
        return new BigDecimal(digits);
    }

    /** Returns the cost of tokens, rounded up to a billionth. */
    static Money ofTokens(long tokens, BigDecimal perMillion) {
        return of(
                perMillion.multiply(BigDecimal.valueOf(tokens)).movePointLeft(6).setScale(DIGITS, RoundingMode.UP));
    }

    /**
     * Returns the sum of both amounts.
     *
     * @throws ArithmeticException if it is out of range
     */
    public Money plus(Money other) {
        return new Money(Math.addExact(nanos, other.nanos));
    }

    /**
     * Returns this amount less another.
     *
     * @throws ArithmeticException if it is out of range
     */
    public Money minus(Money other) {
        return new Money(Math.subtractExact(nanos, other.nanos));
    }

    /** Returns the amount in units of the currency. */
    public BigDecimal toBigDecimal() {
        return BigDecimal.valueOf(nanos, DIGITS);
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(nanos, other.nanos);
    }

    /** Returns the amount with at least two decimals: {@code 0.00015}, {@code 12.50}. */
    @Override
    public String toString() {
        BigDecimal plain = toBigDecimal().stripTrailingZeros();
        return (plain.scale() < 2 ? plain.setScale(2) : plain).toPlainString();
    }
}

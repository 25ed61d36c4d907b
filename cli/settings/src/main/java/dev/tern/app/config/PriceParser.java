package dev.tern.app.config;

import dev.tern.error.TernException;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;
import dev.tern.models.money.PriceTable;

/** Parses amounts and prices in the configuration. */
final class PriceParser {
    private PriceParser() {}

    /**
     * Parses prices of a million tokens, sent and received, such as {@code gpt-4o-mini=0.15/0.60,
     * text-embedding-3-small=0.02}. Without a second price, tokens received are free.
     *
     * @throws IllegalArgumentException if the text is malformed, or a price is out of range
     */
    static PriceTable parse(String text) {
        PriceTable prices = PriceTable.EMPTY;
        for (String entry : text.split(",", -1)) {
            // Searches from the end, because names of models may contain any character.
            int equals = entry.lastIndexOf('=');
            String model = equals < 0 ? "" : entry.substring(0, equals).strip();
            if (model.isEmpty()) {
                throw new IllegalArgumentException(entry);
            }
            String[] inAndOut = entry.substring(equals + 1).split("/", -1);
            if (inAndOut.length > 2) {
                throw new IllegalArgumentException(entry);
            }
            prices = prices.with(model, price(inAndOut[0], inAndOut.length == 2 ? inAndOut[1] : "0"));
        }
        return prices;
    }

    /**
     * Parses an amount of money.
     *
     * @throws IllegalArgumentException if the text is no plain number, is negative or too large, or
     *     has more than 9 decimals
     */
    static Money amount(String text) {
        Money amount;
        try {
            amount = Money.of(text);
        } catch (TernException e) {
            throw new IllegalArgumentException(text, e);
        }
        if (amount.compareTo(Money.ZERO) < 0) {
            throw new IllegalArgumentException(text);
        }
        return amount;
    }

    private static Price price(String input, String output) {
        try {
            return Price.of(input, output);
        } catch (TernException e) {
            throw new IllegalArgumentException(input + "/" + output, e);
        }
    }
}

package dev.tern.models.money;

import dev.tern.model.Ledger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Configured prices by model name. None are built in, as prices change. Immutable. */
public final class PriceTable {
    /** A table without prices. */
    public static final PriceTable EMPTY = new PriceTable(Map.of());

    /** The date suffix of a model edition, such as {@code -2024-08-06} or {@code @20240806}. */
    private static final Pattern DATE = Pattern.compile("[-@:]\\d{4}(-\\d{2}-\\d{2}|\\d{4})$");

    private final Map<String, Price> prices;

    private PriceTable(Map<String, Price> prices) {
        this.prices = prices;
    }

    /** Returns a table of prices by model name. */
    public static PriceTable of(Map<String, Price> prices) {
        return new PriceTable(Map.copyOf(prices));
    }

    /** Returns this table with a price, which replaces an existing one. */
    public PriceTable with(String model, Price price) {
        Map<String, Price> more = new LinkedHashMap<>(prices);
        more.put(model, price);
        return of(more);
    }

    /** Returns the price of a name or, if it has none, of the name without a date suffix. */
    public Optional<Price> find(String model) {
        Price exact = prices.get(model);
        return Optional.ofNullable(
                exact == null ? prices.get(DATE.matcher(model).replaceFirst("")) : exact);
    }

    /** Returns the cost of a model call; empty if its price is unknown. */
    public Optional<Money> cost(Ledger.Expense expense) {
        return find(expense.model()).map(price -> price.cost(expense.inputTokens(), expense.outputTokens()));
    }

    @Override
    public String toString() {
        return prices.toString();
    }
}

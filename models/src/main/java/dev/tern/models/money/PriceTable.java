package dev.tern.models.money;

import dev.tern.model.Ledger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Prices by the names of models, as configured. None are built in: they change without notice, and a stale
 * price is worse than none. Immutable.
 */
public final class PriceTable {
    /** A table that knows no price. */
    public static final PriceTable EMPTY = new PriceTable(Map.of());

    /** What providers put behind a name for one edition of the model: {@code -2024-08-06}, {@code -20240806}. */
    private static final Pattern DATE = Pattern.compile("[-@:]\\d{4}(-\\d{2}-\\d{2}|\\d{4})$");

    private final Map<String, Price> prices;

    private PriceTable(Map<String, Price> prices) {
        this.prices = prices;
    }

    /** A table of these prices. */
    public static PriceTable of(Map<String, Price> prices) {
        return new PriceTable(Map.copyOf(prices));
    }

    /** This table with one more price, in place of the one that the model had. */
    public PriceTable with(String model, Price price) {
        Map<String, Price> more = new LinkedHashMap<>(prices);
        more.put(model, price);
        return of(more);
    }

    /** The price of a model: of its exact name, else of its name without a date at the end; empty if neither is known. */
    public Optional<Price> find(String model) {
        Price exact = prices.get(model);
        return Optional.ofNullable(
                exact == null ? prices.get(DATE.matcher(model).replaceFirst("")) : exact);
    }

    /** What a call of a model costs; empty if its price is not known. */
    public Optional<Money> cost(Ledger.Expense expense) {
        return find(expense.model()).map(price -> price.cost(expense.inputTokens(), expense.outputTokens()));
    }

    @Override
    public String toString() {
        return prices.toString();
    }
}

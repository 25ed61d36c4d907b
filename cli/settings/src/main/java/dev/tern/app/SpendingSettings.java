package dev.tern.app;

import dev.tern.ingest.extract.Estimate;
import dev.tern.models.PaidEmbeddingModel;
import dev.tern.models.Provider;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.ModelCache;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;
import dev.tern.models.money.PriceTable;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What may be spent on models, and where what was paid for is kept and written down.
 *
 * @param directory the directory of the cache and of the book
 * @param cacheMegabytes the most megabytes that the cache keeps
 * @param prices what models cost, as far as that is known
 * @param maxCost the most that one run may spend; empty for as much as it takes
 */
public record SpendingSettings(Path directory, int cacheMegabytes, PriceTable prices, Optional<Money> maxCost) {
    /** The most megabytes of replies and vectors that commands keep; those that nobody used for longest go first. */
    public static final int MAX_CACHE_MEGABYTES = 1_024;

    /** The replies that are kept on this machine. */
    public ModelCache cache() {
        return ModelCache.in(directory, (long) cacheMegabytes << 20);
    }

    /** What was spent on this machine. */
    public AccountBook book() {
        return AccountBook.in(directory);
    }

    /** What calls cost; nothing where there are none, or where the model runs on a machine of one's own. */
    public Optional<Money> cost(Provider provider, String model, Estimate estimate) {
        Optional<Price> price = prices.find(PaidEmbeddingModel.priced(model));
        if (estimate.calls() == 0 || provider == Provider.OLLAMA || provider == Provider.IN_PROCESS) {
            price = Optional.of(price.orElse(Price.FREE));
        }
        return price.map(known -> known.cost(estimate.inputTokens(), estimate.outputTokens()));
    }
}

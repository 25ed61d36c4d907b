package dev.tern.app;

import dev.tern.ingest.extract.ExtractionEstimate;
import dev.tern.models.KnownProvider;
import dev.tern.models.PaidEmbeddingModel;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.ModelCache;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;
import dev.tern.models.money.PriceTable;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of spending limits, caches and records.
 *
 * @param directory the directory of the cache and of the records
 * @param cacheMegabytes the maximum size of the cache in MiB
 * @param prices the known prices of models
 * @param maxCost the maximum cost of one run; empty for no limit
 */
public record SpendingSettings(Path directory, int cacheMegabytes, PriceTable prices, Optional<Money> maxCost) {
    /** The size in MiB above which the cache drops its least recently used entries. */
    public static final int MAX_CACHE_MEGABYTES = 1_024;

    /** Returns the cache of replies and vectors on this machine. */
    public ModelCache cache() {
        return ModelCache.in(directory, (long) cacheMegabytes << 20);
    }

    /** Returns the unspent budget of a run; unlimited without a maximum cost. */
    public Budget budget() {
        return maxCost.map(Budget::of).orElseGet(Budget::unlimited);
    }

    /** Returns the record of spending on this machine. */
    public AccountBook book() {
        return AccountBook.in(directory);
    }

    /** Returns the cost; empty if unknown, zero for unpriced Ollama and in-process models. */
    public Optional<Money> cost(KnownProvider provider, String model, ExtractionEstimate estimate) {
        Optional<Price> price = prices.find(PaidEmbeddingModel.priced(model));
        if (estimate.calls() == 0 || provider == KnownProvider.OLLAMA || provider == KnownProvider.IN_PROCESS) {
            price = Optional.of(price.orElse(Price.FREE));
        }
        return price.map(known -> known.cost(estimate.inputTokens(), estimate.outputTokens()));
    }
}

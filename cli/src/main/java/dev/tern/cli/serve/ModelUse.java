package dev.tern.cli.serve;

import dev.tern.model.Money;
import dev.tern.server.graphs.Graphs;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what all graphs of a server spend on models, and what they find in the cache instead. Thread-safe. */
final class ModelUse {
    private final AtomicLong costNanos = new AtomicLong();
    private final AtomicLong cacheHits = new AtomicLong();

    /** Adds what a call cost. */
    void spent(Money cost) {
        costNanos.addAndGet(cost.nanos());
    }

    /** Counts a reply that was found in the cache. */
    void hit() {
        cacheHits.incrementAndGet();
    }

    /** The sums since the server started. */
    Graphs.Figures figures() {
        return new Graphs.Figures(cacheHits.get(), costNanos.get() / 1e9);
    }
}

package dev.tern.cli.command;

import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.models.money.Money;
import java.util.Optional;

/** Creates builders of graphs with models, parameters, splitter and extractor; counts costs. */
@FunctionalInterface
public interface GraphWiring {
    /**
     * Returns a builder for a graph, without a store.
     *
     * @param settings the settings, with the embedding model of the graph
     */
    GraphRag.Builder apply(String graph, AppSettings settings);

    /**
     * Returns and resets the cost of model calls; empty if there were none,
     * a price is unknown, or costs are not counted.
     */
    default Optional<Money> takeCost() {
        return Optional.empty();
    }

    default void close() {}
}

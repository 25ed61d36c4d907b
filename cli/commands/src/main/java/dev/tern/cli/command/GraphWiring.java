package dev.tern.cli.command;

import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.models.money.Money;
import java.util.Optional;

/** Equips a graph with its models, splitter and extractor. */
@FunctionalInterface
public interface GraphWiring {
    /**
     * Returns a builder for a graph, without a store.
     *
     * @param settings the settings, with the embedding model of the graph
     */
    GraphRag.Builder apply(String graph, AppSettings settings);

    /**
     * Returns the cost of model calls since this method was last called; empty if there were none,
     * a price is unknown, or costs are not counted.
     */
    default Optional<Money> spent() {
        return Optional.empty();
    }

    default void close() {}
}

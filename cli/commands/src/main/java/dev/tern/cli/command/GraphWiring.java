package dev.tern.cli.command;

import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.models.money.Money;
import java.util.Optional;

/** Equips a graph with its models, splitter and extractor. */
@FunctionalInterface
public interface GraphWiring {
    /** Returns a builder for a named graph; the settings have its embedding model. */
    GraphRag.Builder apply(String graph, AppSettings settings);

    /** Returns the cost since the last call; empty if nothing was paid or a price is unknown. */
    default Optional<Money> spent() {
        return Optional.empty();
    }

    default void close() {}
}

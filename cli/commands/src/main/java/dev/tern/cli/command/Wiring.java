package dev.tern.cli.command;

import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.models.money.Money;
import java.util.Optional;

/** Gives a graph its models, its splitter and its extractor. */
@FunctionalInterface
public interface Wiring {
    /** A builder with all of them set, for a graph of a name; the settings have its embedding model. */
    GraphRag.Builder apply(String graph, AppSettings settings);

    /** Returns the cost since the last call, for a session that asks; empty if there was none, or a price is not known. */
    default Optional<Money> spent() {
        return Optional.empty();
    }

    /** Nothing more is asked. */
    default void close() {}
}

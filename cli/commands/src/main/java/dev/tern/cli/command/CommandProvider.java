package dev.tern.cli.command;

import dev.tern.store.GraphStore;
import java.util.List;

/** Provides the commands of a plug-in jar; found by the {@link java.util.ServiceLoader}. */
public interface CommandProvider {
    List<Object> commands(CommandContext context);

    /** Returns the central names of each topic of a new graph, largest topic first. */
    default List<List<String>> topics(GraphStore graph) {
        return List.of();
    }
}

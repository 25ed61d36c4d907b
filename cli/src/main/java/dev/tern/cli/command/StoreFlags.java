package dev.tern.cli.command;

import dev.tern.cli.config.Setting;
import picocli.CommandLine.Option;

/** Which graph. */
public final class StoreFlags extends PlaceFlags {
    @Option(
            names = "--graph",
            paramLabel = "NAME",
            description = "The graph in the store (default: \"default\"); letters, digits and underscores.")
    public void graph(String text) {
        set(Setting.GRAPH, "--graph", text);
    }
}

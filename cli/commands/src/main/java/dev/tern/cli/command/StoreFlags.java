package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import picocli.CommandLine.Option;

/** The options that choose the graph and its store. */
public final class StoreFlags extends StoreAddressFlag {
    @Option(
            names = "--graph",
            paramLabel = "NAME",
            description = "The graph in the store (default: \"default\"); letters, digits and underscores.")
    public void graph(String text) {
        set(Setting.GRAPH, "--graph", text);
    }
}

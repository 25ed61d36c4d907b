package dev.tern.cli;

import dev.tern.cli.config.Setting;
import picocli.CommandLine.Option;

/** Which graph. */
final class StoreFlags extends Flags {
    @Option(
            names = "--store",
            paramLabel = "URI",
            description = "The directory that keeps the graphs (default: $$TERN_STORE, else ./tern-store).")
    void store(String text) {
        set(Setting.STORE, "--store", text);
    }

    @Option(
            names = "--graph",
            paramLabel = "NAME",
            description = "The graph in the store (default: \"default\"); letters, digits and underscores.")
    void graph(String text) {
        set(Setting.GRAPH, "--graph", text);
    }

    /** Whether the store was given on the command line. */
    boolean storeIsSet() {
        return values().containsKey(Setting.STORE);
    }
}

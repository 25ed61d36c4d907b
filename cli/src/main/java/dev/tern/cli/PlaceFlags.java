package dev.tern.cli;

import dev.tern.cli.config.Setting;
import picocli.CommandLine.Option;

/** Which store. */
class PlaceFlags extends Flags {
    @Option(
            names = "--store",
            paramLabel = "URI",
            description = "Where the graphs are: a directory, or the address of a Milvus server as in"
                    + " http://localhost:19530 (default: $$TERN_STORE, else ./tern-store).")
    final void store(String text) {
        set(Setting.STORE, "--store", text);
    }

    /** Whether the store was given on the command line. */
    final boolean storeIsSet() {
        return values().containsKey(Setting.STORE);
    }
}

package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import dev.tern.cli.command.output.Phrases;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The option that chooses the store. */
public class StoreAddressFlag extends Flags {
    @Option(
            names = "--store",
            paramLabel = "URI",
            description = "Where the graphs are: a directory, or the address of a Milvus server as in"
                    + " http://localhost:19530 (default: $$TERN_STORE, else ./tern-store).")
    public final void store(String text) {
        set(Setting.STORE, "--store", text);
    }

    /** Returns the options as a user would type them, each after a space, without secrets. */
    public final String typed() {
        return values().stream()
                .map(value -> " " + value.origin().location() + " " + Phrases.quoted(value.displayText()))
                .collect(Collectors.joining());
    }

    /** Returns true if the store was given on the command line. */
    public final boolean storeIsSet() {
        return values().stream().anyMatch(value -> value.setting() == Setting.STORE);
    }
}

package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import picocli.CommandLine.Option;

/** The option that trusts the project's file. */
final class TrustFlags extends Flags {
    @Option(
            names = "--trust-project",
            description = "Trust the tern.yaml of this folder, which may send your API keys to any address and "
                    + "make the server reachable.")
    void trust(boolean trusted) {
        set(Setting.TRUST_PROJECT, "--trust-project", String.valueOf(trusted));
    }
}

package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import picocli.CommandLine.Option;

/** The option that trusts the project's file. */
final class TrustFlags extends Flags {
    @Option(
            names = "--trust-project",
            description = "Trust the tern.yaml of this folder: it may send your keys to addresses of its own, "
                    + "and open the server to callers.")
    void trust(boolean trusted) {
        set(Setting.TRUST_PROJECT, "--trust-project", String.valueOf(trusted));
    }
}

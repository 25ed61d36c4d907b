package dev.tern.cli.serve;

import dev.tern.app.config.Setting;
import dev.tern.cli.command.Flags;
import picocli.CommandLine.Option;

/** The options that choose a server's address and file of keys. */
final class ServerFlags extends Flags {
    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description =
                    "The address to listen on; one that others can reach needs an API key" + " (default: 127.0.0.1).")
    void host(String text) {
        set(Setting.SERVER_HOST, "--host", text);
    }

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The port to listen on, 0 for any that is free (default: 8376).")
    void port(String text) {
        set(Setting.SERVER_PORT, "--port", text);
    }

    @Option(
            names = "--keys-file",
            paramLabel = "FILE",
            description = "A file of API keys, one a line: name, role (read, write or admin), graphs (* for all, "
                    + "or comma-separated names), key.")
    void keysFile(String text) {
        set(Setting.SERVER_KEYS_FILE, "--keys-file", text);
    }
}

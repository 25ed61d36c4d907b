package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import picocli.CommandLine.Option;

/** How passages are found. */
public final class ModeFlags extends Flags {
    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "naive (nearest passages), local (the graph, no chat model) or graph (the graph and one call"
                    + " to the chat model); default: graph if there is a chat model, else local.")
    public void mode(String text) {
        set(Setting.MODE, "--mode", text);
    }
}

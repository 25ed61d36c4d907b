package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import picocli.CommandLine.Option;

/** The option that chooses the mode of retrieval. */
public final class ModeFlags extends Flags {
    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "naive (nearest passages), local (the graph, no chat model), graph (the graph and one call"
                + " to the chat model) or overview (for a question about the whole; see tern themes); default: graph"
                + " if there is a chat model, else local.")
    public void mode(String text) {
        set(Setting.MODE, "--mode", text);
    }
}

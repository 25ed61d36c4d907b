package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import picocli.CommandLine.Option;

/** The option that chooses the mode of retrieval. */
public final class ModeFlags extends Flags {
    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "naive (nearest passages), local (walks the graph), graph (as local, but a chat model chooses"
                    + " the relations) or overview (for a question about the whole; see tern themes); default: graph if"
                    + " there is a chat model, else local. In every mode, a configured chat model writes the answer.")
    public void mode(String text) {
        set(Setting.MODE, "--mode", text);
    }
}

package dev.tern.cli.serve;

import dev.tern.app.config.Setting;
import dev.tern.cli.command.Flags;
import picocli.CommandLine.Option;

/** The option that chooses the changes agents may make. */
final class McpFlags extends Flags {
    @Option(
            names = "--mcp-writes",
            paramLabel = "CHANGES",
            description = "The changes that agents may make: none, texts (the tool add_text), edits (edit_graph and"
                    + " undo_edit) or all (default: none).")
    void writes(String changes) {
        set(Setting.MCP_WRITES, "--mcp-writes", changes);
    }
}

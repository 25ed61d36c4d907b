package dev.tern.cli.serve;

import dev.tern.app.config.Setting;
import dev.tern.cli.command.Flags;
import picocli.CommandLine.Option;

/** The options of agents' permissions. */
final class McpFlags extends Flags {
    @Option(names = "--mcp-writes", description = "Let agents add texts, by the tool add_text; usually they only look.")
    void writes(boolean wanted) {
        set(Setting.MCP_WRITES, "--mcp-writes", Boolean.toString(wanted));
    }

    @Option(
            names = "--mcp-edits",
            description = "Let agents correct graphs, by the tools edit_graph and undo_edit; usually they do not.")
    void edits(boolean wanted) {
        set(Setting.MCP_EDITS, "--mcp-edits", Boolean.toString(wanted));
    }
}

package dev.tern.cli.serve;

import dev.tern.app.config.Setting;
import dev.tern.cli.command.Flags;
import picocli.CommandLine.Option;

/** What agents may do. */
final class McpFlags extends Flags {
    @Option(names = "--mcp-writes", description = "Let agents add texts, by the tool add_text; usually they only look.")
    void writes(boolean wanted) {
        set(Setting.MCP_WRITES, "--mcp-writes", Boolean.toString(wanted));
    }
}

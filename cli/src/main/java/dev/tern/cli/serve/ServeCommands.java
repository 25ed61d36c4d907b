package dev.tern.cli.serve;

import dev.tern.cli.command.CommandContext;
import java.util.List;

/** The commands that serve graphs to programs and agents. */
public final class ServeCommands {
    private ServeCommands() {}

    public static List<Object> of(CommandContext context) {
        return List.of(new ServeCommand(context), new McpCommand(context));
    }
}

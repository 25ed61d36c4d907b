package dev.tern.cli.serve;

import dev.tern.cli.command.Context;
import java.util.List;

/** The commands that let programs and agents use graphs. */
public final class ServeCommands {
    private ServeCommands() {}

    /** The commands over a context, in the order of the help. */
    public static List<Object> of(Context context) {
        return List.of(new ServeCommand(context), new McpCommand(context));
    }
}

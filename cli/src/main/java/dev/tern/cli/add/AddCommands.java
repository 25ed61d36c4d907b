package dev.tern.cli.add;

import dev.tern.cli.command.CommandContext;
import java.util.List;

/** The commands that add documents or list the runs of such commands. */
public final class AddCommands {
    private AddCommands() {}

    public static List<Object> of(CommandContext context) {
        return List.of(new AddCommand(context), new JobsCommand(context));
    }
}

package dev.tern.cli.ask;

import dev.tern.cli.command.CommandContext;
import java.util.List;

/** The commands that ask a graph. */
public final class AskCommands {
    private AskCommands() {}

    /** Loads the classes of an interactive chat. */
    public static void rehearse() {
        EditedLines.rehearse();
    }

    public static List<Object> of(CommandContext context) {
        return List.of(new AskCommand(context), new ChatCommand(context), new RetrieveCommand(context));
    }
}

package dev.tern.cli.setup;

import dev.tern.cli.command.Context;
import java.util.List;

/** The commands that set Tern up. */
public final class SetupCommands {
    private SetupCommands() {}

    /** Creates the completion command, which needs all others. */
    public static Object completion(Context context) {
        return new CompletionCommand(context);
    }

    /** Creates the commands for a context. */
    public static List<Object> of(Context context) {
        return List.of(new InitCommand(context), new DoctorCommand(context));
    }
}

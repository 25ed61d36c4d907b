package dev.tern.cli.setup;

import dev.tern.cli.command.CommandContext;
import java.util.List;
import java.util.function.ToIntFunction;

/** The commands that set Tern up. */
public final class SetupCommands {
    private SetupCommands() {}

    /** Creates {@code tern completion} for the command line to which it is added. */
    public static Object newCompletion(CommandContext context) {
        return new CompletionCommand(context);
    }

    /**
     * Creates {@code tern init}.
     *
     * @param commands runs another command and returns its exit code
     */
    public static Object newInit(CommandContext context, ToIntFunction<String[]> commands) {
        return new InitCommand(context, commands);
    }

    /** Returns {@code tern doctor}, in a list of one. */
    public static List<Object> newDoctor(CommandContext context) {
        return List.of(new DoctorCommand(context));
    }
}

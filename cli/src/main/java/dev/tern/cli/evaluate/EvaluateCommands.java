package dev.tern.cli.evaluate;

import dev.tern.cli.command.Context;
import java.util.List;

/** The command that evaluates, with the command under it. */
public final class EvaluateCommands {
    private EvaluateCommands() {}

    /** The commands over a context. */
    public static List<Object> of(Context context) {
        return List.of(new EvalCommand(context));
    }
}

package dev.tern.cli.evaluate;

import dev.tern.cli.command.Context;
import java.util.List;
import picocli.CommandLine;

/** The command that evaluates, with the command under it. */
public final class EvaluateCommands {
    private EvaluateCommands() {}

    /** The commands over a context. */
    public static List<Object> of(Context context) {
        return List.of(new CommandLine(new EvalCommand(context)).addSubcommand(new EvalConvertCommand(context)));
    }
}

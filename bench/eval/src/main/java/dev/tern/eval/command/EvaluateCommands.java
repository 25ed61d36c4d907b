package dev.tern.eval.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandProvider;
import java.util.List;

/** Provides the commands for evaluation, if this jar is on the class path. */
public final class EvaluateCommands implements CommandProvider {
    @Override
    public List<Object> commands(CommandContext context) {
        return List.of(new EvalCommand(context));
    }
}

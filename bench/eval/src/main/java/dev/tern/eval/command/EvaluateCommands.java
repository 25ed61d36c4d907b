package dev.tern.eval.command;

import dev.tern.cli.command.CommandProvider;
import dev.tern.cli.command.Context;
import java.util.List;

/** The commands for evaluation, available if this jar is on the class path. */
public final class EvaluateCommands implements CommandProvider {
    @Override
    public List<Object> commands(Context context) {
        return List.of(new EvalCommand(context));
    }
}

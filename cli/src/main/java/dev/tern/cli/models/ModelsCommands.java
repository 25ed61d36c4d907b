package dev.tern.cli.models;

import dev.tern.cli.command.CommandGroup;
import dev.tern.cli.command.Context;
import java.util.List;
import picocli.CommandLine.Command;

/** The command about models, which only has subcommands. */
@Command(name = "models", description = "Tells whether the configured models work.")
public final class ModelsCommands implements CommandGroup {
    private final Context context;

    private ModelsCommands(Context context) {
        this.context = context;
    }

    /** The command over a context. */
    public static List<Object> of(Context context) {
        return List.of(new ModelsCommands(context));
    }

    @Override
    public List<Object> commands() {
        return List.of(new ModelsTestCommand(context));
    }
}

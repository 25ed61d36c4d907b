package dev.tern.cli.models;

import dev.tern.cli.command.Context;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command about models, which only has subcommands. */
@Command(name = "models", description = "Tells whether the configured models work.")
public final class ModelsCommands {
    private ModelsCommands() {}

    /** The command with its subcommands over a context. */
    public static List<Object> of(Context context) {
        return List.of(new CommandLine(new ModelsCommands()).addSubcommand(new ModelsTestCommand(context)));
    }
}

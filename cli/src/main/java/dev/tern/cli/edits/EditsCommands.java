package dev.tern.cli.edits;

import dev.tern.cli.command.Context;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command about edits, which only has subcommands. */
@Command(
        name = "edits",
        description = {
            "Says what is wrong with a graph and what is missing in it, and takes it back.",
            "An edit is a record beside the passages: adding documents again undoes none. Names are merged by tern"
                    + " aliases."
        })
public final class EditsCommands {
    private EditsCommands() {}

    /** The command with its subcommands over a context. */
    public static List<Object> of(Context context) {
        CommandLine edits = new CommandLine(new EditsCommands());
        edits.addSubcommand(new EditsListCommand(context))
                .addSubcommand(new EditsRenameCommand(context))
                .addSubcommand(new EditsSplitCommand(context))
                .addSubcommand(new EditsWrongCommand(context))
                .addSubcommand(new EditsMissingCommand(context))
                .addSubcommand(new EditsPinCommand(context))
                .addSubcommand(new EditsWeightCommand(context))
                .addSubcommand(new EditsUndoCommand(context));
        return List.of(edits);
    }
}

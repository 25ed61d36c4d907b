package dev.tern.cli.edits;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandGroup;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code tern edit}, which lists edits unless a subcommand follows. */
@Command(
        name = "edit",
        description = {
            "Corrects the names and statements of a graph, and undoes corrections.",
            "Without a command it lists the edits. An edit rewrites the passages that it concerns; adding documents"
                    + " again undoes none."
        })
public final class EditsCommands extends EditsListCommand implements CommandGroup {
    private final CommandContext context;

    private EditsCommands(CommandContext context) {
        super(context);
        this.context = context;
    }

    /** Returns this command, in a list of one. */
    public static List<Object> of(CommandContext context) {
        return List.of(new EditsCommands(context));
    }

    @Override
    public List<Object> commands() {
        return List.of(
                new EditsListCommand(context),
                new EditsRenameCommand(context),
                new EditsMergeCommand(context),
                new EditsSuggestCommand(context),
                new EditsCheckCommand(context),
                new EditsSplitCommand(context),
                new EditsWrongCommand(context),
                new EditsMissingCommand(context),
                new EditsTrustCommand(context),
                new EditsUndoCommand(context));
    }
}

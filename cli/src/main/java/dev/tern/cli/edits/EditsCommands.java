package dev.tern.cli.edits;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandGroup;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code tern edit}, which only has subcommands. */
@Command(
        name = "edit",
        description = {
            "Corrects the names and statements of a graph, and undoes corrections.",
            "The passages that an edit concerns are written again by it; adding documents again undoes none."
        })
public final class EditsCommands implements CommandGroup {
    private final CommandContext context;

    private EditsCommands(CommandContext context) {
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

package dev.tern.cli.aliases;

import dev.tern.cli.command.CommandGroup;
import dev.tern.cli.command.Context;
import java.util.List;
import picocli.CommandLine.Command;

/** The command about aliases, which only has subcommands. */
@Command(
        name = "aliases",
        description = {
            "Says that several names of a graph are one thing, and takes it back.",
            "Questions find the thing under any of its names; the passages stay as they are."
        })
public final class AliasesCommands implements CommandGroup {
    private final Context context;

    private AliasesCommands(Context context) {
        this.context = context;
    }

    /** The command over a context. */
    public static List<Object> of(Context context) {
        return List.of(new AliasesCommands(context));
    }

    @Override
    public List<Object> commands() {
        return List.of(
                new AliasesSuggestCommand(context),
                new AliasesListCommand(context),
                new AliasesMergeCommand(context),
                new AliasesSplitCommand(context),
                new AliasesCheckCommand(context));
    }
}

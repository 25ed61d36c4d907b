package dev.tern.cli.aliases;

import dev.tern.cli.command.Context;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command about aliases, which only has subcommands. */
@Command(
        name = "aliases",
        description = {
            "Says that several names of a graph are one thing, and takes it back.",
            "Questions find the thing under any of its names; the passages stay as they are."
        })
public final class AliasesCommands {
    private AliasesCommands() {}

    /** The command with its subcommands over a context. */
    public static List<Object> of(Context context) {
        CommandLine aliases = new CommandLine(new AliasesCommands());
        aliases.addSubcommand(new AliasesSuggestCommand(context))
                .addSubcommand(new AliasesListCommand(context))
                .addSubcommand(new AliasesMergeCommand(context))
                .addSubcommand(new AliasesSplitCommand(context))
                .addSubcommand(new AliasesCheckCommand(context));
        return List.of(aliases);
    }
}

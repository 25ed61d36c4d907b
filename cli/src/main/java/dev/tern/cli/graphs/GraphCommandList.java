package dev.tern.cli.graphs;

import dev.tern.cli.command.CommandContext;
import java.util.List;

/** The commands that inspect, copy, verify, remove from and delete graphs. */
public final class GraphCommandList {
    private GraphCommandList() {}

    public static List<Object> of(CommandContext context) {
        return List.of(
                new DocumentsCommand(context),
                new RemoveCommand(context),
                new GraphsCommand(context),
                new CopyCommand(context),
                new DropCommand(context),
                new ExportCommand(context),
                new ImportCommand(context),
                new VerifyCommand(context),
                new ReindexCommand(context));
    }
}

package dev.tern.cli.edits;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.note.Edit.Merge;
import dev.tern.store.GraphStore;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "merge",
        description = {
            "Merges names of one thing, as in: tern edit merge \"Mark Twain\" \"Samuel Clemens\"",
            "It is shown under the first. A name that is part of two things may be either: nothing is joined but what"
                    + " was said."
        })
final class EditsMergeCommand extends EditsCommand {
    @Parameters(arity = "2..*", paramLabel = "NAME", description = "Names in any spelling, 2 to 32.")
    private List<String> names = List.of();

    @Mixin
    private final ReasonFlag why = new ReasonFlag();

    EditsMergeCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        show(edits.make(new Merge(names), why.act()));
        return ExitCode.OK;
    }
}

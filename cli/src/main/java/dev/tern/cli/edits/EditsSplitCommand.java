package dev.tern.cli.edits;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.note.Edit.Split;
import dev.tern.store.GraphStore;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "split",
        description = "Splits a name of two things: in some documents it means the other thing, as in: tern "
                + "edit split Mercury \"Mercury (planet)\" --document orbits.txt")
final class EditsSplitCommand extends EditsCommand {
    @Parameters(index = "0", paramLabel = "ENTITY", description = "A name of the entity, in any spelling.")
    private String entity = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "The name of the other thing.")
    private String name = "";

    @Option(
            names = "--document",
            required = true,
            paramLabel = "ID",
            description = "The id of a document about the other thing; can be given several times.")
    private List<String> documents = List.of();

    @Mixin
    private final ReasonFlag why = new ReasonFlag();

    EditsSplitCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        show(edits.make(new Split(entity, name, documents), why.act()));
        return ExitCode.OK;
    }
}

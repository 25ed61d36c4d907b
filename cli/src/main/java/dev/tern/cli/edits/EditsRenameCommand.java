package dev.tern.cli.edits;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.note.Edit.Rename;
import dev.tern.store.GraphStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "rename",
        description = "Shows an entity under another name, and finds it under both, as in: tern edit rename"
                + " \"M. Twain\" \"Mark Twain\"")
final class EditsRenameCommand extends EditsCommand {
    @Parameters(index = "0", paramLabel = "ENTITY", description = "A name of the entity, in any spelling.")
    private String entity = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "The name that is shown.")
    private String name = "";

    @Mixin
    private final ReasonFlag why = new ReasonFlag();

    EditsRenameCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        show(edits.make(new Rename(entity, name), why.act()));
        return ExitCode.OK;
    }
}

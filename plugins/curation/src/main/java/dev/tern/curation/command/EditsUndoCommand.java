package dev.tern.curation.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.curation.Edits;
import dev.tern.note.Edit;
import dev.tern.store.GraphStore;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "undo",
        description = "Undoes an edit completely: questions are answered as before. It stays in the history.")
final class EditsUndoCommand extends EditsCommand {
    @Parameters(paramLabel = "EDIT", description = "The id of an edit, as tern edit list shows it.")
    private String id = "";

    @Option(names = "--forget", description = "Leave it out of the history too.")
    private boolean forget;

    @Mixin
    private final ReasonFlag why = new ReasonFlag();

    EditsUndoCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        Edit undone = forget ? edits.forget(id) : edits.undo(id, why.act());
        if (json()) {
            printJson(EditJson.of(undone));
        } else if (!output().quiet) {
            print(List.of((forget ? "forgotten  " : "taken back  ") + line(undone)));
        }
        return ExitCode.OK;
    }
}

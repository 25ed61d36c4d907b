package dev.tern.cli.edits;

import dev.tern.cli.command.Context;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.note.Edit.Pin;
import dev.tern.store.GraphStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "pin",
        description = "Puts a passage, or what is found of a document, first for questions that have a name in them.")
final class EditsPinCommand extends EditsCommand {
    @ArgGroup(multiplicity = "1")
    private What what = new What();

    @Option(
            names = "--for",
            required = true,
            paramLabel = "NAME",
            description = "The name; it counts where it stands in a question as whole words, in whatever case.")
    private String name = "";

    @Mixin
    private final WhyFlag why = new WhyFlag();

    /** What comes first: one of two things. */
    static final class What {
        @Option(names = "--passage", paramLabel = "ID", description = "The id of a passage, as tern ask --json has it.")
        private @Nullable String passage;

        @Option(names = "--document", paramLabel = "ID", description = "The id of a document.")
        private @Nullable String document;
    }

    EditsPinCommand(Context context) {
        super(context);
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        String passage = what.passage == null ? "" : what.passage;
        String document = what.document == null ? "" : what.document;
        show(edits.make(new Pin(passage, document, name), why.act()));
        return ExitCode.OK;
    }
}

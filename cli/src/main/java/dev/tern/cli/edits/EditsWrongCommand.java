package dev.tern.cli.edits;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.store.GraphStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "wrong",
        description = {
            "Marks a relation, a name or a passage as wrong: no question starts from it, goes "
                    + "through it or shows it.",
            "The passage that states a wrong relation stays, and the edit can be undone."
        })
final class EditsWrongCommand extends EditsCommand {
    @ArgGroup(multiplicity = "1")
    private WrongThing what = new WrongThing();

    @Mixin
    private final ReasonFlag why = new ReasonFlag();

    /** The options that name the wrong relation, entity or passage; exactly one is given. */
    static final class WrongThing {
        @Option(
                names = "--relation",
                paramLabel = "TEXT",
                description = "The text of the relation, or its key, as in: --relation \"Mark Twain invented the "
                        + "telephone\"")
        private @Nullable String relation;

        @Option(names = "--entity", paramLabel = "NAME", description = "The name of an entity that is none.")
        private @Nullable String entity;

        @Option(
                names = "--passage",
                paramLabel = "ID",
                description = "The id of the passage, as tern ask --json has it.")
        private @Nullable String passage;

        private Change change(Edits edits) {
            if (relation != null) {
                return new WrongRelation(edits.relationKey(relation), relation);
            }
            return entity != null ? new WrongEntity(entity) : new WrongPassage(passage == null ? "" : passage, "", "");
        }
    }

    EditsWrongCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        show(edits.make(what.change(edits), why.act()));
        return ExitCode.OK;
    }
}

package dev.tern.curation.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandGroup;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.curation.Edits;
import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.store.GraphStore;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code tern edit}, which lists edits unless a subcommand follows. */
@Command(
        name = "edit",
        description = {
            "Corrects the names and statements of a graph, and undoes corrections.",
            "Without a command it lists the edits. An edit rewrites the passages that it concerns; adding documents"
                    + " again undoes none."
        })
final class EditsCommands extends EditsListCommand implements CommandGroup {
    private final CommandContext context;

    EditsCommands(CommandContext context) {
        super(context);
        this.context = context;
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

    /** Base class of commands that make one edit. */
    private abstract static class ChangeCommand extends EditsCommand {
        @Mixin
        private final ReasonFlag why = new ReasonFlag();

        ChangeCommand(CommandContext context) {
            super(context);
        }

        abstract Change change(Edits edits);

        @Override
        int run(GraphStore graph, Edits edits) {
            show(edits.make(change(edits), why.act()));
            return ExitCode.OK;
        }
    }

    @Command(
            name = "rename",
            description = "Shows an entity under another name, and finds it under both, as in: tern edit rename"
                    + " \"M. Twain\" \"Mark Twain\"")
    private static final class EditsRenameCommand extends ChangeCommand {
        @Parameters(index = "0", paramLabel = "ENTITY", description = "A name of the entity; case does not matter.")
        private String entity = "";

        @Parameters(index = "1", paramLabel = "NAME", description = "The name that is shown.")
        private String name = "";

        EditsRenameCommand(CommandContext context) {
            super(context);
        }

        @Override
        Change change(Edits edits) {
            return new Rename(entity, name);
        }
    }

    @Command(
            name = "merge",
            description = {
                "Merges names of one thing, as in: tern edit merge \"Mark Twain\" \"Samuel Clemens\"",
                "It is shown under the first. A name that is part of two things may be either: nothing is joined but"
                        + " what was said."
            })
    private static final class EditsMergeCommand extends ChangeCommand {
        @Parameters(arity = "2..*", paramLabel = "NAME", description = "2 to 32 names; case does not matter.")
        private List<String> names = List.of();

        EditsMergeCommand(CommandContext context) {
            super(context);
        }

        @Override
        Change change(Edits edits) {
            return new Merge(names);
        }
    }

    @Command(
            name = "split",
            description = "Splits a name of two things: in some documents it means the other thing, as in: tern "
                    + "edit split Mercury \"Mercury (planet)\" --document orbits.txt")
    private static final class EditsSplitCommand extends ChangeCommand {
        @Parameters(index = "0", paramLabel = "ENTITY", description = "A name of the entity; case does not matter.")
        private String entity = "";

        @Parameters(index = "1", paramLabel = "NAME", description = "The name of the other thing.")
        private String name = "";

        @Option(
                names = "--document",
                required = true,
                paramLabel = "ID",
                description = "The id of a document about the other thing; can be given several times.")
        private List<String> documents = List.of();

        EditsSplitCommand(CommandContext context) {
            super(context);
        }

        @Override
        Change change(Edits edits) {
            return new Split(entity, name, documents);
        }
    }

    @Command(
            name = "wrong",
            description = {
                "Marks a relation, a name or a passage as wrong: no question starts from it, goes "
                        + "through it or shows it.",
                "The passage that states a wrong relation stays, and the edit can be undone."
            })
    private static final class EditsWrongCommand extends ChangeCommand {
        @ArgGroup(multiplicity = "1")
        private WrongThing wrongThing = new WrongThing();

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
                return entity != null
                        ? new WrongEntity(entity)
                        : new WrongPassage(passage == null ? "" : passage, "", "");
            }
        }

        EditsWrongCommand(CommandContext context) {
            super(context);
        }

        @Override
        Change change(Edits edits) {
            return wrongThing.change(edits);
        }
    }

    @Command(
            name = "missing",
            description = {
                "Adds a statement that no document makes, as in: tern edit missing \"Mark Twain\" \"met\" \"Nikola"
                        + " Tesla\"",
                "It becomes a document of its own, with you as its source, and calls the graph's " + "embedding model."
            })
    private static final class EditsMissingCommand extends ChangeCommand {
        @Parameters(index = "0", paramLabel = "SUBJECT", description = "The subject.")
        private String subject = "";

        @Parameters(index = "1", paramLabel = "PREDICATE", description = "The predicate.")
        private String predicate = "";

        @Parameters(index = "2", paramLabel = "OBJECT", description = "The object.")
        private String object = "";

        @Option(
                names = "--text",
                paramLabel = "SENTENCE",
                description = "The sentence that answers quote (default: subject, predicate and object with spaces "
                        + "between).")
        private @Nullable String text;

        @Option(
                names = "--beside",
                paramLabel = "PASSAGE",
                defaultValue = "",
                description =
                        "The id of a passage, whose metadata the statement takes: keys and filters that show the one"
                                + " show the other.")
        private String beside = "";

        EditsMissingCommand(CommandContext context) {
            super(context);
        }

        @Override
        Change change(Edits edits) {
            Triplet triplet = triplet();
            return new Missing(triplet, text == null ? Statement.of(triplet).text() + "." : text, beside);
        }

        private Triplet triplet() {
            try {
                return new Triplet(subject, predicate, object);
            } catch (IllegalArgumentException e) {
                throw TernException.user(String.valueOf(e.getMessage()), e);
            }
        }
    }
}

package dev.tern.cli.edits;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.note.Edit.Missing;
import dev.tern.store.GraphStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "missing",
        description = {
            "Adds a statement that no document makes, as in: tern edit missing \"Mark Twain\" \"met\" \"Nikola"
                    + " Tesla\"",
            "It becomes a document of its own, with you as its source, and calls the graph's " + "embedding model."
        })
final class EditsMissingCommand extends EditsCommand {
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
                    "The id of a passage, whose metadata the statement takes: keys and filters that show the one show"
                            + " the other.")
    private String beside = "";

    @Mixin
    private final ReasonFlag why = new ReasonFlag();

    EditsMissingCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        Triplet triplet = triplet();
        show(edits.make(
                new Missing(triplet, text == null ? Statement.of(triplet).text() + "." : text, beside), why.act()));
        return ExitCode.OK;
    }

    private Triplet triplet() {
        try {
            return new Triplet(subject, predicate, object);
        } catch (IllegalArgumentException e) {
            throw TernException.user(String.valueOf(e.getMessage()), e);
        }
    }
}

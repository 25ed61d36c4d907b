package dev.tern.cli.edits;

import dev.tern.cli.command.Context;
import dev.tern.cli.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.note.Edit.Weight;
import dev.tern.settings.Trust;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "weight",
        description =
                "Keeps with the graph how far a source is trusted, as --trust says for one question: tern edits weight"
                        + " 'https://example.org/*=0.2'")
final class EditsWeightCommand extends EditsCommand {
    @Parameters(paramLabel = "SOURCE=WEIGHT", description = "A source, or the beginning of some and a *, and 0 to 1.")
    private String rule = "";

    @Mixin
    private final WhyFlag why = new WhyFlag();

    EditsWeightCommand(Context context) {
        super(context);
    }

    @Override
    int run(Edits edits) {
        show(edits.make(new Weight(Trust.parse(rule)), why.act()));
        return ExitCode.OK;
    }
}

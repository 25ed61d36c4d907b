package dev.tern.curation.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.curation.Edits;
import dev.tern.curation.alias.AliasDoubt;
import dev.tern.curation.alias.AliasFinder;
import dev.tern.note.Edit.Merge;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
        name = "check",
        description = "Finds merged names that may be different things: never named together, with different "
                + "neighbours, or with different years of birth or death. Exit code 1 if there are any.")
final class EditsCheckCommand extends EditsCommand {
    EditsCheckCommand(CommandContext context) {
        super(context);
    }

    @Override
    boolean writes() {
        return false;
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        List<AliasDoubt> doubts = new AliasFinder(graph).check();
        if (json()) {
            printJson(DoubtsJson.of(doubts));
        } else if (!output().quiet) {
            List<String> lines = new ArrayList<>();
            lines.add(
                    doubts.isEmpty()
                            ? "nothing speaks against "
                                    + Phrases.count(
                                            edits.list().stream()
                                                    .filter(edit -> edit.change() instanceof Merge)
                                                    .count(),
                                            "merge")
                            : environment()
                                    .called("names that may be different things; undo a merge with tern edit undo"));
            for (AliasDoubt doubt : doubts) {
                lines.add("  " + doubt.merge().id() + "  " + Printable.text(doubt.name()) + " and "
                        + Printable.text(doubt.other()));
                doubt.reasons().forEach(reason -> lines.add("      " + Printable.text(reason)));
            }
            print(lines);
        }
        return doubts.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
    }
}

package dev.tern.cli.edits;

import dev.tern.alias.AliasDoubt;
import dev.tern.alias.EntityAliases;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.server.json.AliasJson;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
        name = "check",
        description =
                "Finds merged names that do not seem to be one thing: never named together, in company of their own,"
                        + " or born or dead in different years. Exit code 1 if there are any.")
final class EditsCheckCommand extends EditsCommand {
    /**
     * Doubtful aliases as programs see them.
     *
     * @param doubts one for each pair of names
     */
    record Json(List<DoubtJson> doubts) {}

    /**
     * Two names that do not seem to be one thing.
     *
     * @param alias that joins them
     * @param names the two
     * @param reasons what speaks against it
     */
    record DoubtJson(AliasJson alias, List<String> names, List<String> reasons) {}

    EditsCheckCommand(Context context) {
        super(context);
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        EntityAliases aliases = new EntityAliases(graph);
        List<AliasDoubt> doubts = aliases.check();
        if (json()) {
            printJson(new Json(doubts.stream()
                    .map(doubt -> new DoubtJson(
                            AliasJson.of(doubt.alias()), List.of(doubt.name(), doubt.other()), doubt.reasons()))
                    .toList()));
        } else if (!output().quiet) {
            List<String> lines = new ArrayList<>();
            lines.add(
                    doubts.isEmpty()
                            ? "nothing speaks against "
                                    + Phrases.count(aliases.list().size(), "merge")
                            : "names that do not seem to be one thing; take one back with tern edits undo");
            for (AliasDoubt doubt : doubts) {
                lines.add("  " + doubt.alias().id() + "  " + Printable.text(doubt.name()) + " and "
                        + Printable.text(doubt.other()));
                doubt.reasons().forEach(reason -> lines.add("      " + Printable.text(reason)));
            }
            print(lines);
        }
        return doubts.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
    }
}

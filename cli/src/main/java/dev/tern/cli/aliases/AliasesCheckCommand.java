package dev.tern.cli.aliases;

import dev.tern.alias.AliasDoubt;
import dev.tern.alias.EntityAliases;
import dev.tern.cli.command.Context;
import dev.tern.cli.output.Printable;
import dev.tern.cli.process.ExitCode;
import dev.tern.server.json.AliasJson;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
        name = "check",
        description =
                "Finds aliases whose names do not seem to be one thing: never named together, in company of their own,"
                        + " or born or dead in different years. Exit code 1 if there are any.")
final class AliasesCheckCommand extends AliasesCommand {
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

    AliasesCheckCommand(Context context) {
        super(context);
    }

    @Override
    int run(EntityAliases aliases) {
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
                            ? "nothing speaks against " + count(aliases.list().size())
                            : "names that do not seem to be one thing; take an alias back with tern aliases split");
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

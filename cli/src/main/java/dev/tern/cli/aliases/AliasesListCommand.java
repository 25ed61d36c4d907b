package dev.tern.cli.aliases;

import dev.tern.alias.EntityAliases;
import dev.tern.cli.command.Context;
import dev.tern.cli.process.ExitCode;
import dev.tern.note.Alias;
import dev.tern.server.json.AliasJson;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "list", description = "Lists the aliases of a graph: id, names, and who said so, when and why.")
final class AliasesListCommand extends AliasesCommand {
    @Option(names = "--all", description = "Also list those that were taken back.")
    private boolean all;

    /**
     * The aliases as programs see them.
     *
     * @param aliases in the order in which they were made
     */
    record Json(List<AliasJson> aliases) {}

    AliasesListCommand(Context context) {
        super(context);
    }

    @Override
    int run(EntityAliases aliases) {
        List<Alias> listed = all ? aliases.history() : aliases.list();
        if (json()) {
            printJson(new Json(listed.stream().map(AliasJson::of).toList()));
        } else if (!output().quiet) {
            List<String> lines = new ArrayList<>();
            lines.add(count(listed.size()));
            for (Alias alias : listed) {
                lines.add("  " + line(alias));
                lines.add(style().faint("                " + by(alias.made())));
                alias.undone().ifPresent(act -> lines.add(style().faint("                taken back " + by(act))));
            }
            print(lines);
        }
        return ExitCode.OK;
    }
}

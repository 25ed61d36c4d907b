package dev.tern.cli.aliases;

import dev.tern.alias.EntityAliases;
import dev.tern.alias.EntityAliases.Merged;
import dev.tern.cli.command.Context;
import dev.tern.cli.process.ExitCode;
import dev.tern.server.json.AliasJson;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "merge",
        description = {
            "Says that names are one thing, as in: tern aliases merge \"Mark Twain\" \"Samuel Clemens\"",
            "It is shown under the first. A name that is part of two things may be either: nothing is joined but what"
                    + " was said."
        })
final class AliasesMergeCommand extends AliasesCommand {
    @Parameters(arity = "2..*", paramLabel = "NAME", description = "Names in any spelling, 2 to 32.")
    private List<String> names = List.of();

    @Option(names = "--why", paramLabel = "TEXT", defaultValue = "", description = "The reason, kept with the alias.")
    private String why = "";

    AliasesMergeCommand(Context context) {
        super(context);
    }

    @Override
    int run(EntityAliases aliases) {
        Merged merged = aliases.merge(names, act(why));
        if (json()) {
            printJson(AliasJson.of(merged.alias()));
        } else if (!output().quiet) {
            print(List.of((merged.isNew() ? "merged  " : "said before  ") + line(merged.alias())));
        }
        merged.unknown()
                .forEach(name -> warn(
                        "the graph has neither an entity nor a title \"" + name + "\": it counts in questions alone"));
        warnOfAmbiguous(merged);
        return ExitCode.OK;
    }
}

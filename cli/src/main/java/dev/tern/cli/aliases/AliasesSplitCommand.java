package dev.tern.cli.aliases;

import dev.tern.alias.EntityAliases;
import dev.tern.cli.command.Context;
import dev.tern.cli.process.ExitCode;
import dev.tern.note.Alias;
import dev.tern.server.json.AliasJson;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "split",
        description =
                "Takes an alias back, whole: questions are answered as before it was made. It stays in the history.")
final class AliasesSplitCommand extends AliasesCommand {
    @Parameters(paramLabel = "ALIAS", description = "The id of an alias, or a name that stands in just one.")
    private String alias = "";

    @Option(names = "--why", paramLabel = "TEXT", defaultValue = "", description = "The reason, kept with the alias.")
    private String why = "";

    @Option(names = "--forget", description = "Leave it out of the history too.")
    private boolean forget;

    AliasesSplitCommand(Context context) {
        super(context);
    }

    @Override
    int run(EntityAliases aliases) {
        Alias split = forget ? aliases.forget(alias) : aliases.split(alias, act(why));
        if (json()) {
            printJson(AliasJson.of(split));
        } else if (!output().quiet) {
            print(List.of((forget ? "forgotten  " : "split  ") + line(split)));
        }
        return ExitCode.OK;
    }
}

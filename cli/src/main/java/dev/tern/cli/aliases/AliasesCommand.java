package dev.tern.cli.aliases;

import dev.tern.alias.EntityAliases;
import dev.tern.alias.EntityAliases.Merged;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.Printable;
import dev.tern.note.Alias;
import dev.tern.note.Note;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Mixin;

/** A command about the aliases of one graph, which has something in it; no model is needed. */
abstract class AliasesCommand extends ConfiguredCommand {
    @Mixin
    private final StoreFlags store = new StoreFlags();

    AliasesCommand(Context context) {
        super(context);
    }

    abstract int run(EntityAliases aliases);

    @Override
    public final Integer call() {
        return Session.inGraph(configuration(store), backend(), (graph, named) -> run(new EntityAliases(graph)));
    }

    /** What the user of this machine does now. */
    static Note.Act act(String why) {
        String user = System.getProperty("user.name", "");
        return new Note.Act(
                user.isBlank() ? "command line" : user.substring(0, Math.min(user.length(), Note.Act.MAX_BY)),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                why);
    }

    /** Warns of the names that a merge has made ambiguous. */
    final void warnOfAmbiguous(Merged merged) {
        merged.ambiguous()
                .forEach((name, possible) -> warn("\"" + name + "\" may now be " + or(possible)
                        + "; to say that all of these are one, merge them in one command"));
    }

    private static String or(List<String> names) {
        return String.join(
                " or ",
                names.stream().map(name -> "\"" + Printable.text(name) + "\"").toList());
    }

    static String count(int aliases) {
        return aliases == 0 ? "no alias" : aliases == 1 ? "1 alias" : aliases + " aliases";
    }

    /** An alias on one line: its id and its names. */
    static String line(Alias alias) {
        return alias.id() + "  " + names(alias.names());
    }

    static String names(List<String> names) {
        return String.join(" = ", names.stream().map(Printable::text).toList());
    }

    /** Who did something, when and why, to follow a line. */
    static String by(Note.Act act) {
        return "by " + Printable.text(act.by()) + ", " + act.at()
                + (act.why().isEmpty() ? "" : ": " + Printable.text(act.why()));
    }
}
